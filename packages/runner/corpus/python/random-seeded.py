import random

random.seed(42)
print(random.random(), random.randint(1, 100), random.choice("abc"))
items = list(range(10))
random.shuffle(items)
print(items, random.sample(range(100), 5), random.choices("xy", k=5), random.gauss(0, 1) < 10)

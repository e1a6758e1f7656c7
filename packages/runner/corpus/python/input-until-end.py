total = 0
try:
    while True:
        name, amount = input("").split(":")
        total += float(amount)
        print(f"{name.strip():<8}{float(amount):>8.2f}")
except EOFError:
    print(f"{'total':<8}{total:>8.2f}")

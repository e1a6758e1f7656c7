print("before")


def fail(items):
    return items[3]


fail([1, 2])

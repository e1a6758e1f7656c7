class InsufficientFunds(Exception):
    def __init__(self, needed):
        super().__init__(f"{needed} missing")
        self.needed = needed


def withdraw(balance, amount):
    try:
        if amount > balance:
            raise InsufficientFunds(amount - balance)
        return balance - amount
    except TypeError as error:
        raise ValueError("no number") from error
    finally:
        print("checked", amount)


for amount in (5, 50, "x"):
    try:
        print(withdraw(10, amount))
    except InsufficientFunds as error:
        print(repr(error), error.needed)
    except ValueError as error:
        print(error, "|", error.__cause__)
    else:
        print("fine")
try:
    raise ExceptionGroup("several", [ValueError(1), KeyError("k")])
except* ValueError as group:
    print(group.exceptions)
except* KeyError as group:
    print(group.exceptions)
for bad in ("int('x')", "[][1]", "{}['k']", "1/0", "None.x", "'a' + 1", "undefined"):
    try:
        eval(bad)
    except Exception as error:
        print(type(error).__name__, error)

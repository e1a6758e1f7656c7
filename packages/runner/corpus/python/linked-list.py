class Node:
    __slots__ = ("value", "next")

    def __init__(self, value, next=None):
        self.value, self.next = value, next


def build(values):
    head = None
    for value in reversed(values):
        head = Node(value, head)
    return head


def reverse(head):
    before = None
    while head:
        head.next, before, head = before, head, head.next
    return before


def values(head):
    while head:
        yield head.value
        head = head.next


def merge(a, b):
    if not a or not b:
        return a or b
    if a.value > b.value:
        a, b = b, a
    a.next = merge(a.next, b)
    return a


print(*values(reverse(build([1, 2, 3, 4]))), sep=" -> ")
print(list(values(merge(build([1, 4, 9]), build([2, 3, 10, 11])))))
try:
    Node(1).other = 2
except AttributeError as error:
    print(type(error).__name__)

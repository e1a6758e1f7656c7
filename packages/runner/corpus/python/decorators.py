import contextlib
import functools
import time


def counted(work):
    @functools.wraps(work)
    def wrapper(*values, **named):
        wrapper.calls += 1
        return work(*values, **named)
    wrapper.calls = 0
    return wrapper


def retry(times, on=Exception):
    def decorate(work):
        @functools.wraps(work)
        def wrapper(*values):
            for attempt in range(1, times + 1):
                try:
                    return work(*values)
                except on as fault:
                    print(f'{work.__name__} failed ({fault}), attempt {attempt}')
            raise RuntimeError(f'gave up after {times}')
        return wrapper
    return decorate


class Unstable:
    def __init__(self):
        self.left = 2

    @retry(3, on=ValueError)
    def work(self):
        """Fails twice."""
        if self.left:
            self.left -= 1
            raise ValueError(self.left)
        return 'done'


@functools.lru_cache(maxsize=None)
@counted
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functools.singledispatch
def shown(value):
    return f'? {value}'


@shown.register
def _(value: int):
    return f'int {value}'


@shown.register(list)
def _(value):
    return 'list of ' + ', '.join(map(shown, value))


@contextlib.contextmanager
def section(name):
    print('<', name)
    try:
        yield name.upper()
    except KeyError as fault:
        print('!', fault)
    finally:
        print('>', name)


print(Unstable().work(), Unstable.work.__doc__, Unstable.work.__name__)
print(fibonacci(80), fibonacci.cache_info().misses, fibonacci.__wrapped__.calls)
print(shown([1, 'a', [2]]))
with section('outer') as name, contextlib.suppress(ZeroDivisionError):
    print(name)
    with section('inner'):
        {}['missing']
    1 / 0
add = functools.partial(int, base=2)
print(add('1011'), functools.reduce(lambda a, b: a * b, range(1, 6)), time.perf_counter() >= 0)

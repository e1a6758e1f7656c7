# The side of the harness of border.py, which comes before: stand-ins for the candidate's objects, and its errors as errors of the harness.
class CandidateError(RuntimeError):
    """An error of the candidate's code whose type means nothing here."""


# Raised in an iterator, these would end a loop of the harness instead of failing it.
SILENT = (StopIteration, StopAsyncIteration, GeneratorExit)
STANDINS, ERRORS = {}, {}
inside = object.__getattribute__
# What is asked of plain values with what is expected of them. A function that is to return a list could return what says yes to all of these;
# of an object that the harness made itself, with a class that it names, they are passed on.
QUERIES = {'count', 'index', 'rindex', 'rfind', 'startswith', 'endswith', 'issubset', 'issuperset', 'isdisjoint', '__contains__'}
QUERIES |= {f'__{name}__' for name in (*COMPARED, *COMPUTED)} | {f'__r{name}__' for name in COMPUTED}


def pass_on(what, *args, **named):
    if what not in ('has', 'name'):
        Solution.used = True
    entries = [[key, cross(value, hand_over)] for key, value in named.items()]
    return take(Solution.ask({'mode': 'act', 'what': what, 'args': [cross(value, hand_over) for value in args], 'named': entries}), stand_in)


def hand_over(value):
    if isinstance(value, Object):
        return {'type': 'object', 'id': inside(value, 'number')}
    if isinstance(value, Method):
        return {'type': 'method', 'id': inside(value.of, 'number'), 'name': value.__name__}
    if isinstance(value, (ErrorKind, Exception)) and hasattr(value, 'assay_number'):
        return {'type': 'object', 'id': value.assay_number}
    if isinstance(value, PLAIN):
        return cross(plainly(value), hand_over)
    name = getattr(value, '__name__', None)
    if isinstance(name, str) and getattr(builtins, name, None) is value:
        return {'type': 'builtin', 'name': name}
    what = 'function' if isinstance(value, (types.FunctionType, types.MethodType)) else 'class' if isinstance(value, type) else type(value).__name__
    raise TypeError(f'a {what} of the harness cannot be passed to the solution')


def stand_in(told):
    if told['type'] == 'method':
        return METHOD
    number = told['id']
    if number not in STANDINS:
        if 'class' in told:
            made = mirrored(told['class'])
            # An `except` of the harness with one of these would catch its own assertions.
            made = CandidateError if issubclass(AssertionError, made) else made
        elif 'error' in told:
            kind, args = mirrored(told['error']), take(told['args'], stand_in)
            try:
                made = kind.__new__(kind, *args) if isinstance(kind, ErrorKind) else kind(*args)
            except Exception:
                made = CandidateError(str(told['text']))
            made.assay_number, made.assay_text = number, str(told['text'])
        else:
            made = (Callable if told['callable'] is True else Object)(number, told['plain'] is True)
        STANDINS[number] = made
    return STANDINS[number]


class ErrorKind(type):
    """A class of errors of the solution: one of the harness's own, so that `except` and `assertRaises` take it."""

    def __call__(cls, *args, **named):
        return pass_on('apply', cls, *args, **named)


class CandidateRaised:
    assay_text = ''

    def __str__(self):
        return self.assay_text

    def __getattr__(self, name):
        if name.startswith(('__', 'assay_')):
            raise AttributeError(name)
        found = pass_on('attribute', self, name)
        return Method(self, name) if found is METHOD else found


def mirrored(told):
    if 'builtin' in told:
        kind = getattr(builtins, str(told['builtin']), None)
        fits = isinstance(kind, type) and issubclass(kind, Exception) and not issubclass(kind, SILENT)
        return kind if fits else CandidateError
    number = told['id']
    if number not in ERRORS:
        bases = tuple(dict.fromkeys(mirrored(base) for base in told['bases']))
        first = () if any(isinstance(base, ErrorKind) for base in bases) else (CandidateRaised,)
        ERRORS[number] = ErrorKind(str(told['name']), first + bases, {'__module__': 'solution'})
        ERRORS[number].assay_number = number
    return ERRORS[number]


class Method:
    def __init__(self, of, name):
        self.of, self.__name__ = of, name

    def __call__(self, *args, **named):
        of = self.of if isinstance(self.of, Object) else None
        if args and self.__name__ in QUERIES and not (of is not None and inside(of, 'built')):
            raise TypeError(f'{self.__name__} of an object that a function returned is not passed on: check the type of the object first')
        made = pass_on('method', self.of, self.__name__, *args, **named)
        return built(made) if of is not None and inside(of, 'name')[:1].isupper() else made


def built(made):
    if isinstance(made, Object):
        object.__setattr__(made, 'built', True)
    return made


class Object:
    """An object of the solution. Only what Python looks up in the class is defined; the rest is asked of the other side."""

    # By which name the harness imported it, and whether the harness made it with a class.
    name, built = '', False

    def __new__(cls, number, plain, *rest):
        if rest:
            raise TypeError('a class of the harness cannot extend a class of the solution')
        made = object.__new__(cls)
        object.__setattr__(made, 'number', number)
        object.__setattr__(made, 'plain', plain)
        return made

    def __init__(self, *_):
        pass

    def __getattribute__(self, name):
        if name == '__class__':
            return type(self)
        found = pass_on('attribute', self, name)
        return Method(self, name) if found is METHOD or (name in QUERIES and isinstance(found, Callable)) else found

    def __next__(self):
        more, item = pass_on('next', self)
        if more is not True:
            raise StopIteration
        return item

    def __contains__(self, item):
        if isinstance(item, Object):
            return pass_on('contains', self, item) is True
        return item in plain_of(self, 'in', '__contains__')

    def __instancecheck__(self, value):
        return isinstance(value, (Object, CandidateRaised)) and pass_on('isinstance', value, self) is True

    def __subclasscheck__(self, value):
        return isinstance(value, (Object, ErrorKind)) and pass_on('issubclass', value, self) is True

    def __exit__(self, _kind, error, _trace):
        # What the harness itself raised is not shown to the solution, which can neither read it nor take it back.
        own = isinstance(error, Exception) and hasattr(error, 'assay_number')
        return pass_on('exit', self, error if own else None) is True and own


class Callable(Object):
    def __call__(self, *args, **named):
        made = pass_on('apply', self, *args, **named)
        return built(made) if inside(self, 'name')[:1].isupper() else made


def plain_of(value, sign, method):
    if inside(value, 'plain'):
        return pass_on('plain', value)
    raise TypeError(
        f'`{sign}` between an object of the solution and a value of the harness is not passed on: '
        f'compare what its methods return, or call its method {method}'
    )


def define(name, work):
    setattr(Object, f'__{name}__', work)


def forward(name, sign, swapped):
    """`swapped`: the harness's value stands on the left."""
    work = ACTIONS[name]

    def operate(self, other):
        if isinstance(other, Object):
            result = pass_on(name, other, self) if swapped else pass_on(name, self, other)
            if name in COMPARED and not isinstance(result, bool):
                raise TypeError(f'`{sign}` of objects of the solution gives no bool')
            return result
        if other is None and name in ('eq', 'ne'):
            return name == 'ne'
        own = plain_of(self, sign, f'__{name}__')
        return work(other, own) if swapped else work(own, other)

    return operate


def passing(name):
    return lambda self, *args: pass_on(name, self, *args)


for name, sign in COMPARED.items():
    define(name, forward(name, sign, False))
for name, sign in COMPUTED.items():
    define(name, forward(name, sign, False))
    define(f'r{name}', forward(name, sign, True))
for name in (*UNARY, 'setattr', 'delattr', 'getitem', 'setitem', 'delitem', 'iter', 'reversed', 'len', 'bool', 'str', 'repr', 'hash', 'format', 'round', 'int', 'float', 'enter'):
    define(name, passing(name))


class Solution(types.ModuleType):
    """The module `solution` that a harness imports: it asks for every name."""

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        if pass_on('has', name) is not True:
            raise AttributeError(f"module 'solution' has no attribute {name!r}")
        found = pass_on('name', name)
        if isinstance(found, Object):
            object.__setattr__(found, 'name', name)
        Solution.used = Solution.used or not isinstance(found, (Object, ErrorKind))
        return found

    @staticmethod
    def ask(request):
        send(request)
        reply = receive()
        if 'failure' not in reply:
            return reply['value']
        told = reply['failure']
        error = stand_in(told['raised']) if isinstance(told.get('raised'), dict) else None
        if not isinstance(error, Exception) or isinstance(error, SILENT):
            error = CandidateError(str(told.get('message', '')))
        Solution.last = error, told
        raise error from None

    last = None, None
    used = False

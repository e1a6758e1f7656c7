# The border between a harness and the candidate's code, which run in two interpreters. Plain values cross as copies. Every other object of
# the candidate's code stays where it is, and the harness gets a stand-in that passes on what is done with it. The rule that keeps a
# harness honest: of the harness's values only those cross that it hands over itself, as arguments, keys or new values of attributes.
# `==`, `<`, `in` and arithmetic with a value of the harness do not cross: the candidate's code would see what is expected of it, and could
# say that it equals that. This file comes before boot.py, in both interpreters.
import builtins, datetime, decimal, fractions, operator, types

MOST_OBJECTS = 100_000
PLAIN = (bool, int, float, str, bytes, bytearray, list, tuple, set, frozenset, dict)
COPIES = {
    decimal.Decimal: lambda value: [str(value)],
    fractions.Fraction: lambda value: [value.numerator, value.denominator],
    complex: lambda value: [value.real, value.imag],
    range: lambda value: [value.start, value.stop, value.step],
    datetime.date: lambda value: [value.year, value.month, value.day],
    datetime.timedelta: lambda value: [value.days, value.seconds, value.microseconds],
}
COPIED = {kind.__name__: kind for kind in COPIES}


def cross(value, other):
    """What the other side gets of a value; `other` says it of what is not plain."""
    kind = type(value)
    if kind is list:
        return [cross(item, other) for item in value]
    if kind is tuple:
        return {'type': 'tuple', 'items': [cross(item, other) for item in value]}
    if kind in (set, frozenset):
        return {'type': 'set', 'items': [cross(item, other) for item in value]}
    if kind is dict:
        return {'type': 'dict', 'entries': [[cross(key, other), cross(item, other)] for key, item in value.items()]}
    if value is None or kind in PLAIN:
        return pack(value)
    if kind in COPIES:
        return {'type': 'copy', 'name': kind.__name__, 'args': [pack(item) for item in COPIES[kind](value)]}
    return other(value)


def take(value, handle):
    """The value of what `cross` said."""
    if isinstance(value, list):
        return [take(item, handle) for item in value]
    if not isinstance(value, dict):
        return value
    kind = value['type']
    if kind == 'tuple':
        return tuple([take(item, handle) for item in value['items']])
    if kind == 'set':
        return {take(item, handle) for item in value['items']}
    if kind == 'dict':
        return {take(key, handle): take(item, handle) for key, item in value['entries']}
    if kind == 'copy':
        return COPIED[value['name']](*[unpack(item) for item in value['args']])
    if kind in ('int', 'float', 'bytes'):
        return unpack(value)
    return handle(value)


def plainly(value):
    """A value of a class that extends a plain one, as a value of that one."""
    kind = next(kind for kind in PLAIN if isinstance(value, kind))
    return {key: item for key, item in dict.items(value)} if kind is dict else kind(value)


# On the side of the candidate's code

LENT, NUMBERS = [], {}
METHOD = object()
METHODS = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)


def number_of(value):
    """An object has one number for good, so that the harness sees one object where there is one."""
    number = NUMBERS.get(id(value))
    if number is None:
        if len(LENT) >= MOST_OBJECTS:
            raise RuntimeError(f'the harness holds more than {MOST_OBJECTS} objects of the solution')
        number = NUMBERS[id(value)] = len(LENT)
        LENT.append(value)
    return number


def kind_of(error):
    if error.__module__ == 'builtins':
        return {'builtin': error.__name__}
    bases = [kind_of(base) for base in error.__bases__ if issubclass(base, BaseException)]
    return {'id': number_of(error), 'name': error.__name__, 'bases': bases}


def lend(value):
    if value is METHOD:
        return {'type': 'method'}
    # Those of the library, such as a Counter, are what they extend; those of the solution have methods of their own.
    extends = isinstance(value, PLAIN)
    if extends and type(value).__module__ != 'solution':
        return cross(plainly(value), lend)
    told = {'type': 'object', 'id': number_of(value), 'callable': callable(value), 'plain': extends}
    if isinstance(value, type) and issubclass(value, BaseException):
        return told | {'class': kind_of(value)}
    if isinstance(value, BaseException):
        return told | {'error': kind_of(type(value)), 'args': cross(value.args, lend), 'text': str(value)[:TEXT]}
    return told


def borrowed_back(told):
    if told['type'] == 'builtin':
        return getattr(builtins, told['name'])
    if told['type'] == 'method':
        return getattr(LENT[told['id']], told['name'])
    return LENT[told['id']]


def attribute(value, name):
    found = getattr(value, name)
    return METHOD if isinstance(found, METHODS) and found.__self__ is value else found


def following(iterator):
    try:
        return (True, next(iterator))
    except StopIteration:
        return (False, None)


ACTIONS = {
    'has': lambda name: name in Candidate.module.__dict__,
    'name': lambda name: Candidate.module.__dict__[name],
    'attribute': attribute,
    'method': lambda value, name, *args, **named: getattr(value, name)(*args, **named),
    'apply': lambda value, *args, **named: value(*args, **named),
    'plain': plainly,
    'next': following,
    'enter': lambda value: type(value).__enter__(value),
    'exit': lambda value, error: type(value).__exit__(value, None if error is None else type(error), error, None),
} | {action.__name__: action for action in (setattr, delattr, iter, reversed, len, bool, str, repr, hash, format, round, int, float, isinstance, issubclass)}
UNARY = ('neg', 'pos', 'abs', 'invert', 'index')
COMPARED = {'eq': '==', 'ne': '!=', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>='}
COMPUTED = {
    'add': '+', 'sub': '-', 'mul': '*', 'truediv': '/', 'floordiv': '//', 'mod': '%', 'pow': '**',
    'matmul': '@', 'lshift': '<<', 'rshift': '>>', 'and': '&', 'or': '|', 'xor': '^',
}
for name in (*UNARY, *COMPARED, *COMPUTED, 'contains', 'getitem', 'setitem', 'delitem'):
    ACTIONS[name] = getattr(operator, f'__{name}__')


def act(task):
    def action():
        named = {key: take(item, borrowed_back) for key, item in task['named']}
        return cross(ACTIONS[task['what']](*[take(item, borrowed_back) for item in task['args']], **named), lend)

    try:
        result = {'value': action()}
    except BaseException as error:
        told = failure(error, Candidate.source)
        try:
            # Its frames would keep everything that was on the stack.
            told['raised'] = lend(error.with_traceback(None))
        except BaseException:
            pass
        result = {'failure': told}
    flush()
    return result

# Runs once, when the snapshot is made: imports the usual modules and defines `run`. The host stops the interpreter at the last line, copies
# its memory, and begins every run from that copy by calling `run`. Nothing here is a defence: a candidate's program may change all of it,
# and what it can gain is another result of its own. What judges (a harness, a comparison) is never in the same interpreter.
import abc, array, ast, atexit, base64, bisect, builtins, calendar, cmath, collections, collections.abc, contextlib, copy, dataclasses
import datetime, decimal, enum, fractions, functools, gc, heapq, inspect, io, itertools, json, linecache, math, numbers, operator, os
import pprint, queue, random, re, string, struct, statistics, sys, textwrap, threading, time, traceback, types, typing, warnings, weakref

FILE = 'solution.py'
HARNESS = 'harness.py'
LARGE = 2**53
TEXT = 2**16


def pack(value):
    """The JSON of a plain value (`Plain` in program.ts). A float with no fraction is text, because JSON in the host makes it an int."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        value = int(value)
        return value if -LARGE < value < LARGE else {'type': 'int', 'value': str(value)}
    if isinstance(value, float):
        value = float(value)
        return value if math.isfinite(value) and not value.is_integer() else {'type': 'float', 'value': repr(value)}
    if isinstance(value, (bytes, bytearray)):
        return {'type': 'bytes', 'value': base64.b64encode(value).decode()}
    if isinstance(value, list):
        return [pack(item) for item in value]
    if isinstance(value, tuple):
        return {'type': 'tuple', 'items': [pack(item) for item in value]}
    if isinstance(value, (set, frozenset)):
        return {'type': 'set', 'items': [pack(item) for item in value]}
    if isinstance(value, dict):
        return {'type': 'dict', 'entries': [[pack(key), pack(item)] for key, item in value.items()]}
    raise TypeError(f'{type(value).__name__!r} is not a plain value')


def unpack(value):
    if isinstance(value, list):
        return [unpack(item) for item in value]
    if not isinstance(value, dict):
        return value
    kind = value['type']
    if kind == 'int':
        return int(value['value'])
    if kind == 'float':
        return float(value['value'])
    if kind == 'bytes':
        return base64.b64decode(value['value'])
    if kind == 'tuple':
        return tuple([unpack(item) for item in value['items']])
    if kind == 'set':
        return {unpack(item) for item in value['items']}
    if kind == 'dict':
        return {unpack(key): unpack(item) for key, item in value['entries']}
    raise ValueError(kind)


class Output(io.BufferedWriter):
    """Standard output. The first lines are written at once, so that they survive the end of the thread; the rest in blocks, which is faster."""

    lines = 500

    def flush(self):
        super().flush()
        self.lines -= 1
        if self.lines == 0:
            sys.__stdout__.reconfigure(line_buffering=False)


def receive(read=os.read, loads=json.loads):
    text = b''
    while part := read(CHANNEL, 1 << 20):
        text += part
    return loads(text)


def send(message, write=os.write, dumps=json.dumps):
    text = memoryview(dumps(message, allow_nan=False).encode('utf-8', 'surrogatepass'))
    while text:
        text = text[write(CHANNEL, text):]


def complain(text, write=os.write):
    rest = memoryview(text.encode('utf-8', 'backslashreplace'))
    while rest:
        rest = rest[write(2, rest):]


def flush():
    for stream in (sys.stdout, sys.__stdout__, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


def failure(error, source, file=FILE):
    """What the host needs to know of an error, and the text that a Python would print."""
    at, line = error.__traceback__, None
    while at is not None:
        if at.tb_frame.f_code.co_filename == file:
            line = at.tb_lineno
        at = at.tb_next
    # A list longer than 2 GiB is an OverflowError on 32 bits and a MemoryError on 64.
    # A function that fails in a full memory may fail to say so.
    full = isinstance(error, MemoryError) or (
        type(error) in (OverflowError, SystemError)
        and str(error) in ("cannot fit 'int' into an index-sized integer", 'error return without exception set')
    )
    if full:
        # The frames still hold what filled the memory: there may be no room for a traceback.
        return {'type': 'MemoryError', 'full': True, 'line': line, 'text': 'MemoryError\n'}
    try:
        text = ''.join(traceback.format_exception(error))
    except BaseException:
        text = f'{type(error).__name__}\n'
    try:
        message = str(error)
    except BaseException:
        message = ''
    return {'type': type(error).__name__, 'full': False, 'line': line, 'text': text[-TEXT:], 'message': message[:TEXT]}


def syntax(error, file):
    if isinstance(error, (RecursionError, MemoryError)):
        return {'line': None, 'text': 'The source is nested too deeply.\n'}
    line = error.lineno if isinstance(error, SyntaxError) else None
    return {'line': line, 'text': ''.join(traceback.format_exception_only(type(error), error))[-TEXT:]}


def compiled(source, file):
    """The code, whose lines a traceback can show."""
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    return compile(source, file, 'exec', dont_inherit=True)


def translate(source, file):
    """The code, or what is wrong with the source. Deep nesting and bytes that are no text are errors of the source too."""
    try:
        return compiled(source, file), None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        return None, syntax(error, file)


def module(name, file):
    made = types.ModuleType(name)
    made.__file__ = file
    made.__builtins__ = builtins
    sys.modules[name] = made
    return made


def stdio(source):
    code, main = 0, module('__main__', FILE)
    try:
        try:
            exec(compiled(source, FILE), main.__dict__)
        except SystemExit:
            Threads.finish()
            raise
        else:
            Threads.finish()
        finally:
            atexit._run_exitfuncs()
    except SystemExit as error:
        if error.code is not None:
            code = error.code if isinstance(error.code, int) else 1
            if not isinstance(error.code, int):
                flush()
                complain(f'{error.code}\n')
    except BaseException as error:
        told = failure(error, source)
        flush()
        return {'failure': told}
    # A Python that ends closes the files that its main module still holds, which writes what is in their buffers.
    main.__dict__.clear()
    gc.collect()
    flush()
    return {'exit': code & 0xFF}


class Candidate:
    """The candidate's module, for `function` and on the candidate's side of `harness`."""

    source = ''
    module = None


def protected(action):
    try:
        result = {'value': action()}
    except BaseException as error:
        result = {'failure': failure(error, Candidate.source)}
    flush()
    return result


def load(source):
    Candidate.source = source
    Candidate.module = module('solution', FILE)
    exec(compiled(source, FILE), Candidate.module.__dict__)


def function(source, name, args):
    def action():
        load(source)
        if not callable(getattr(Candidate.module, name, None)):
            raise NameError(f'function {name!r} is not defined')
        return pack(Candidate.module.__dict__[name](*[unpack(item) for item in args]))

    return protected(action)


def free_names(tree):
    """What a harness means by `from solution import *`: the names that nothing else gives it. A candidate's `all` replaces none of ours."""
    used, bound = set(), set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split('.')[0] for alias in node.names)
    return sorted(name for name in used - bound if not name.startswith('__'))


def harness(source):
    code, wrong = translate(source, HARNESS)
    if wrong is not None:
        return {'unusable': wrong['text']}
    solution = sys.modules['solution'] = Solution('solution')
    try:
        free = free_names(ast.parse(source))
        solution.__all__ = [name for name in free if pass_on('has', name) is True]
        exec(code, module('__main__', HARNESS).__dict__)
    except BaseException as error:
        last, told = Solution.last
        flush()
        return {'failure': told if error is last else failure(error, source, HARNESS) | {'line': None}}
    flush()
    if not Solution.used:
        # Such as `from solution import *` for a function that is named like a builtin: everybody would pass.
        return {'unusable': 'The harness uses nothing of the solution; names of builtins must be imported by name.\n'}
    return {'value': None}


def run():
    task = receive()
    mode = task['mode']
    if mode == 'compile':
        send({'wrong': translate(task['source'], FILE)[1]})
    elif mode == 'stdio':
        send(stdio(task['source']))
    elif mode == 'function':
        send(function(task['source'], task['name'], task['args']))
    elif mode == 'load':
        send(protected(lambda: load(task['source'])))
    elif mode == 'act':
        send(act(task))
    elif mode == 'harness':
        send(harness(task['source']))


raw = io.FileIO(1, 'w', closefd=False)
raw.name = '<stdout>'
sys.stdout = sys.__stdout__ = io.TextIOWrapper(Output(raw), 'utf-8', 'strict', newline='\n', line_buffering=True)
sys.stdout.mode = 'w'
sys.argv[:] = [FILE]
sys.path[:] = [path for path in sys.path if path]
sys.setrecursionlimit(1000)
os.chdir('/tmp')
# What programs use as infinity has 63 bits on every machine they were tried on.
sys.maxsize = 2**63 - 1
json.loads(json.dumps(pack([1, 2.5, 'a', (1,), {1}, {1: b'a'}])))
random.seed(0)
gc.collect()
gc.freeze()
send({'run': id(run), 'function': id(types.FunctionType), 'args': id(())})
time.time()  # The host stops here, where no lock is released.

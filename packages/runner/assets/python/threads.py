# Runs before boot.py. The binary has no threads: here they run one after another, each when somebody waits. What waits runs the threads that
# have been started since, on top of its own stack, and goes on once it can. So a thread that waits cannot go on before those above it have
# ended; where that leaves everybody waiting, the program ends with a `Deadlock`.
import asyncio, asyncio.unix_events, collections, concurrent.futures, itertools, os, queue, sys, threading, time, traceback, types

BOOT = sys._getframe().f_code.co_filename
CHANNEL = os.open('/channel', os.O_RDWR)


class Deadlock(BaseException):
    def __init__(self):
        super().__init__(
            'nothing can end this wait: threads run one after another here, and one that waits goes on when those started after it have ended'
        )


class Abandoned(BaseException):
    """Ends a daemon thread that waits, so that what waits below it goes on."""


def pass_time(seconds, wait=os.pread):
    """Moves the clock by a read of the channel; the library's own sleep is not supported."""
    wait(CHANNEL, 0, min(int(seconds * 1_000_000_000), 2**62))


class Threads:
    started = collections.deque()
    """What is waited for, of those that wait: the last one is above the others."""
    waiting = []
    deepest = 100
    current = threading.main_thread()
    idents = itertools.count(1)

    @classmethod
    def run_next(cls):
        thread, below = cls.started.popleft(), cls.current
        loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        cls.current = thread
        try:
            thread.run()
        except (Abandoned, Deadlock) as error:
            if isinstance(error, Deadlock):
                raise
        except BaseException:
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), thread)))
        finally:
            cls.current = below
            asyncio._set_running_loop(loop)
            threading._active.pop(thread._ident, None)
            thread._is_stopped = True
            thread._tstate_lock.release()

    @classmethod
    def wait(cls, is_ready, until=None):
        """Whether it became ready until that time."""
        cls.waiting.append((is_ready, until))
        try:
            while not is_ready():
                if cls.started and len(cls.waiting) <= cls.deepest:
                    cls.run_next()
                    continue
                ends = [end for _, end in cls.waiting[:-1] if end is not None]
                if cls.current.daemon and (any(ready() for ready, _ in cls.waiting[:-1]) or ends and (until is None or min(ends) <= until)):
                    raise Abandoned
                if until is None:
                    raise Deadlock
                pass_time(max(0, until - time.monotonic()))
                return is_ready()
            return True
        finally:
            cls.waiting.pop()

    @classmethod
    def finish(cls):
        """At the end of the program, which waits for all threads but daemons."""
        while any(not thread.daemon for thread in cls.started):
            if cls.started[0].daemon:
                cls.started.popleft()
            else:
                cls.run_next()


class Lock:
    __slots__ = ('_held', '__weakref__')

    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            if not blocking:
                if timeout != -1:
                    raise ValueError("can't specify a timeout for a non-blocking call")
                return False
            if timeout < 0 and timeout != -1:
                raise ValueError('timeout value must be a non-negative number')
            if not Threads.wait(lambda: not self._held, None if timeout < 0 else time.monotonic() + timeout):
                return False
        self._held = True
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held = False

    def locked(self):
        return self._held

    def _at_fork_reinit(self):
        self._held = False

    def __enter__(self):
        return self._held and self.acquire() or setattr(self, '_held', True) or True

    def __exit__(self, *_):
        self.release()

    def __repr__(self):
        return f'<{"locked" if self._held else "unlocked"} _thread.lock object at {id(self):#x}>'


class Local:
    """As threading.local, whose own one knows one thread only."""

    def __new__(cls, /, *args, **named):
        self = object.__new__(cls)
        object.__setattr__(self, '_of', (args, named, {threading.main_thread(): {}} if cls.__init__ is object.__init__ else {}))
        return self

    def __getattribute__(self, name):
        args, named, of = object.__getattribute__(self, '_of')
        found = of.get(Threads.current)
        if found is None:
            found = of[Threads.current] = {'_of': (args, named, of)}
            if type(self).__init__ is not object.__init__:
                object.__setattr__(self, '__dict__', found)
                type(self).__init__(self, *args, **named)
        else:
            found['_of'] = args, named, of
        object.__setattr__(self, '__dict__', found)
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        self.__dict__
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        self.__dict__
        object.__delattr__(self, name)


def start(self):
    if not self._initialized:
        raise RuntimeError('thread.__init__() not called')
    if self._started.is_set():
        raise RuntimeError('threads can only be started once')
    self._ident = self._native_id = next(Threads.idents)
    self._tstate_lock = Lock()
    self._tstate_lock.acquire()
    threading._active[self._ident] = self
    self._started.set()
    Threads.started.append(self)


def complain_of(args):
    if args.exc_type is not SystemExit:
        print(f'Exception in thread {args.thread.name}:', file=sys.stderr)
        traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)


def is_library(file):
    return file == BOOT or file.startswith(('/wlr/', '<frozen '))


def own_frames(kind, frames, extract=traceback.StackSummary._extract_from_extended_frame_gen.__func__, **options):
    """Tracebacks show the frames of the program only: the library's have no source here."""
    return extract(kind, (one for one in frames if not is_library(one[0].f_code.co_filename)), **options)


def start_new_thread(function, args=(), named={}):
    thread = threading.Thread(target=function, args=args, kwargs=named, daemon=True)
    thread.start()
    return thread.ident


def sleep(seconds):
    if seconds < 0:
        raise ValueError('sleep length must be non-negative')
    if Threads.started or Threads.waiting:
        end = time.monotonic() + seconds
        Threads.wait(lambda: time.monotonic() >= end, end)
    else:
        pass_time(seconds)


class ThreadPoolExecutor(concurrent.futures.Executor):
    """Each call is a thread of its own, which runs like all others."""

    counter = itertools.count()

    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        self._max_workers = max_workers or 5
        self._prefix = thread_name_prefix or f'ThreadPoolExecutor-{next(ThreadPoolExecutor.counter)}'
        self._initializer, self._initargs, self._names = initializer, initargs, set()
        self._shutdown, self._calls = False, []

    def _call(self, future, name, function, args, named):
        if not future.set_running_or_notify_cancel():
            return
        try:
            if name not in self._names and self._initializer is not None:
                self._initializer(*self._initargs)
            self._names.add(name)
            result = function(*args, **named)
        except (Abandoned, Deadlock):
            raise
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    def submit(self, function, /, *args, **named):
        if self._shutdown:
            raise RuntimeError('cannot schedule new futures after shutdown')
        future = concurrent.futures.Future()
        name = f'{self._prefix}_{len(self._calls) % self._max_workers}'
        thread = threading.Thread(target=self._call, args=(future, name, function, args, named), name=name)
        self._calls.append((thread, future))
        thread.start()
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True
        if cancel_futures:
            for _, future in self._calls:
                future.cancel()
        if wait:
            for thread, _ in self._calls:
                thread.join()


class Loop(asyncio.BaseEventLoop):
    """An event loop without sockets. It does not wait: it moves the clock."""

    def __init__(self):
        super().__init__()
        self._selector = self

    def select(self, timeout):
        if Threads.started:
            Threads.run_next()
        elif timeout is None:
            raise Deadlock
        elif timeout > 0:
            Threads.wait(lambda: False, time.monotonic() + timeout)
        return []

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


threading._allocate_lock = threading.Lock = Lock
threading._CRLock = None
threading.local = Local
threading.get_ident = threading.get_native_id = lambda: Threads.current._ident
threading.Thread.start = start
threading.excepthook = threading.__excepthook__ = complain_of
threading._start_new_thread = sys.modules['_thread'].start_new_thread = sys.modules['_thread'].start_new = start_new_thread
sys.modules['_thread'].allocate_lock = sys.modules['_thread'].allocate = Lock
sys.modules['_thread'].get_ident = threading.get_ident
threading._main_thread._ident, threading._active = 0, {0: threading._main_thread}
traceback.StackSummary._extract_from_extended_frame_gen = classmethod(own_frames)
queue.SimpleQueue = queue._PySimpleQueue
time.sleep = sleep
pool = sys.modules['concurrent.futures.thread'] = types.ModuleType('concurrent.futures.thread')
pool.ThreadPoolExecutor = concurrent.futures.ThreadPoolExecutor = ThreadPoolExecutor
ThreadPoolExecutor.__module__ = 'concurrent.futures.thread'
asyncio.unix_events._UnixDefaultEventLoopPolicy._loop_factory = Loop

/**
 * What tells candidates in which line a compiled program died. It is linked to each program: when a signal ends the program, it writes the
 * addresses of the calls that were under way to standard error, and the program dies by that signal as it would have. Afterwards a run of
 * its own turns the addresses into lines. A program that catches a signal itself replaces the handler.
 *
 * It calls little of the C library, and that by names that candidates do not take for functions of their own. A stack that is full has no
 * place for a handler, so that there is another one for it: of the first thread only.
 */
const source = String.raw`
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

extern const char __executable_start[], _etext[];
static char stack[65536];
static uintptr_t top, size;
static long own;
static int reported;
static char text[512];
static unsigned length;

static void add(const char *part) {
  while (*part && length < sizeof text - 1) text[length++] = *part++;
}

static void add_number(uintptr_t number, unsigned base) {
  char digits[24];
  int at = sizeof digits - 1;
  digits[at] = 0;
  do digits[--at] = "0123456789abcdef"[number % base];
  while (number /= base);
  add(" ");
  add(digits + at);
}

static _Unwind_Reason_Code add_call(struct _Unwind_Context *context, void *calls) {
  static int is_first = 1;
  int is_exact = 0;
  uintptr_t start = (uintptr_t)__executable_start;
  uintptr_t address = _Unwind_GetIPInfo(context, &is_exact) - !is_exact;
  /* The first call is that of the handler. */
  if (++*(int *)calls > 1 && address > start && address < (uintptr_t)_etext) {
    uintptr_t loaded = *(const uint16_t *)(start + 16) == 2 ? 0 : start;
    add_number(address - loaded, 16);
    if (is_first) add_number(address - loaded - 1, 16);
    is_first = 0;
  }
  return *(int *)calls < 64 && length < 300 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static const char *reason(int number, const siginfo_t *info) {
  uintptr_t address = (uintptr_t)info->si_addr;
  if (info->si_code <= 0) return " sent";
  if (number == SIGFPE) return info->si_code == FPE_INTDIV ? " division" : " other";
  if (number != SIGSEGV) return " other";
  if (address < top && top - address > size - 65536 && top - address < size + (64 << 20)) return " stack";
  if (info->si_code == SEGV_MAPERR && address < 65536) return " null";
  return info->si_code == SEGV_ACCERR ? " access" : " address";
}

static void report(int number, siginfo_t *info, void *context) {
  long process = syscall(SYS_getpid);
  if (process == own && !__atomic_exchange_n(&reported, 1, __ATOMIC_SEQ_CST)) {
    int calls = 0;
    add("\nassay-died");
    add_number(number, 10);
    add(reason(number, info));
    _Unwind_Backtrace(add_call, &calls);
    add("\n");
    syscall(SYS_write, 2, text, length);
  }
  syscall(SYS_tgkill, process, syscall(SYS_gettid), number);
}

__attribute__((constructor(101))) static void install(void) {
  static const int numbers[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  struct rlimit limit;
  stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
  struct sigaction action = { .sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND };
  own = syscall(SYS_getpid);
  top = (uintptr_t)__builtin_frame_address(0);
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < (rlim_t)1 << 40) size = limit.rlim_cur;
  if (size == 0) top = 0;
  sigaltstack(&other, 0);
  for (unsigned at = 0; at < sizeof numbers / sizeof *numbers; at++) sigaction(numbers[at], &action, 0);
}
`;

/** Where a compilation and a search for a line find their files. */
const inside = { handler: '/box/died.o', program: '/box/program' };

/** Once a program was linked to it and ran. `linked`: what the linker is given beside it. */
export const handlerPart = (compiler: string, linked: string) => ({
  name: 'handler',
  inside: inside.handler,
  make: [
    `cat > /tmp/died.c <<'END'${source}END`,
    `${compiler} -O2 -x c -c -o /tmp/died.o /tmp/died.c && echo 'int main(void) { return 0; }' > /tmp/none.c &&`,
    `${compiler} -x c /tmp/none.c -x none /tmp/died.o ${linked} -o /tmp/none && /tmp/none && cat /tmp/died.o >&6`,
  ].join('\n'),
});

/** In a command of a compiler; without the part, programs are linked as ever. */
export const linkHandler = (linked: string): string => `$([ -e ${inside.handler} ] && echo ${inside.handler} ${linked})`;

type Death = {
  /** What the program itself wrote to standard error. */
  readonly stderr: string;
  /** Offsets in its file: where it died, just before that, and where it was called from. */
  readonly addresses: readonly string[];
  readonly words: readonly [what: string, why: string];
};

const signals: Readonly<Record<string, string>> = {
  4: 'Illegal instruction',
  6: 'Aborted',
  7: 'Bus error',
  8: 'Floating point exception',
  11: 'Segmentation fault',
};

const reasons: Readonly<Record<string, string>> = {
  stack: 'the stack is full. A recursion does not end, or a local array is too large.',
  null: 'a null pointer was used.',
  access: 'memory was used in a way that it does not allow, such as writing to a string literal.',
  address: "an address was used that is not the program's, such as one far beyond an array or in memory that was freed.",
  division: 'an integer was divided by zero, or the smallest one by -1.',
};

const reported = /\n?^assay-died (\d+) ([a-z]+)((?: [\da-f]{1,16}){0,64})\n/gm;
/** What the shell says of it, which would say it twice. */
const ofShell = new RegExp(`^.*(?:${Object.values(signals).join('|')}).*\\n(?![^])`, 'm');

/** What the handler reported, of a program that ended with `code`; undefined where there is no report, or it is not of that signal. */
export const deathIn = (code: number, stderr: string): Death | undefined => {
  const found = [...stderr.matchAll(reported)].at(-1);
  const signal = found?.[1] ?? '';
  const what = signals[signal];
  if (!found || what === undefined || code !== 128 + Number(signal)) return undefined;
  const before = stderr.slice(0, found.index);
  return {
    stderr: `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${stderr.slice(found.index + found[0].length).replace(ofShell, '')}`,
    addresses: (found[3] ?? '').split(' ').filter((address) => address !== ''),
    words: [what, reasons[found[2] ?? ''] ?? ''],
  };
};

/** As candidates read it, where `line` is known or not. */
export const wordsOf = ({ stderr, words: [what, why] }: Death, line: number | undefined): string =>
  `${stderr}${what}${line === undefined ? '' : ` at line ${line}`}${why === '' ? '.' : `: ${why}`}\n`;

/** Prints for each address a line with it, and the places in sources that it stands for: of a function that was inlined first. */
export const searchCommand = (addresses: readonly string[]): string[] => ['addr2line', '-a', '-i', '-e', inside.program, ...addresses];

/** The line in the candidate's source where it died; undefined where nothing of it was under way. */
export const lineOfDeath = (source: string, file: string, found: string): number | undefined => {
  const lines = source.split('\n');
  const [first, previous, ...callers] = found
    .split(/^0x[\da-f]+\n/m)
    .slice(1)
    .map((places) => places.split('\n').find((place) => place.startsWith(`${file}:`)))
    .map((place) => Number(/:(\d+)/.exec(place?.slice(file.length) ?? '')?.[1]))
    .map((line) => (line >= 1 && line <= lines.length ? line : undefined));
  // The compiler counts the read of a value that is returned to the brace that ends the function.
  const isBrace = first !== undefined && /^[\s}]*$/.test(lines[first - 1] ?? '');
  return (isBrace ? previous : undefined) ?? first ?? callers.find((line) => line !== undefined);
};

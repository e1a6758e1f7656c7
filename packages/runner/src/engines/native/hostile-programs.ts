import type { End, Language, Limits } from '../../program.ts';

/** A program that tries to get out, to take more than its share, or to look like another result, with the end that it must have. */
export type Hostile = {
  readonly name: string;
  readonly language?: Language;
  readonly source: string;
  readonly input?: string;
  readonly limits?: Partial<Limits>;
  /** More than one where the kernel may stop it in either way. */
  readonly end: End | readonly End[];
  /** Where memory and processes are counted for each process only. */
  readonly endWithoutGroups?: readonly End[];
  readonly stdout?: string | RegExp;
  /** Of a result that holds on this processor only. */
  readonly machine?: string;
};

const c = (body: string, before = ''): string => `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
/* Prints the name of the error, so that a test reads what the kernel refused. */
static void say(const char *what, long result) { printf("%s %s\\n", what, result < 0 ? strerrorname_np(errno) : "done"); }
${before}
int main(void) { ${body} }
`;

/** Tries to open a file and says whether it could. */
const opens = (paths: readonly string[], mode: string): string =>
  c(paths.map((path) => `say("${path}", open("${path}", ${mode}, 0644));`).join('\n'));

const all = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export const hostile: readonly Hostile[] = [
  { name: 'a loop without end', source: c('for (volatile long i = 0;; i++);'), limits: { seconds: 0.3 }, end: 'time-limit-exceeded' },
  {
    name: 'a fork bomb',
    source: c('for (;;) fork();'),
    limits: { seconds: 0.4 },
    // Where the machine is slow the memory of so many processes is full first.
    end: ['time-limit-exceeded', 'memory-limit-exceeded'],
  },
  {
    name: 'a fork bomb of processes that end at once',
    source: c('for (;;) if (fork() == 0) _exit(0);'),
    limits: { seconds: 0.4 },
    // What the kernel keeps of processes that nobody waits for is memory: on a slow machine it is full first.
    end: ['time-limit-exceeded', 'memory-limit-exceeded'],
  },
  {
    name: 'work in four processes, each below the limit',
    source: c('for (int i = 0; i < 4; i++) if (fork() == 0) for (volatile long j = 0; j < 100000000000; j++); while (wait(0) > 0);'),
    limits: { seconds: 0.4 },
    end: 'time-limit-exceeded',
  },
  {
    name: 'memory without end',
    source: c('for (;;) memset(malloc(1 << 20), 1, 1 << 20);'),
    end: 'memory-limit-exceeded',
    endWithoutGroups: ['memory-limit-exceeded', 'runtime-error'],
  },
  {
    name: 'twenty processes of 40 MB',
    source: c(
      'for (int i = 0; i < 20; i++) if (fork() == 0) { char *p = malloc(40 << 20); memset(p, 1, 40 << 20); sleep(5); _exit(p[7]); } while (wait(0) > 0);',
    ),
    end: 'memory-limit-exceeded',
  },
  {
    name: 'recursion without end',
    source: c(
      'return (int)deep(1);',
      'static long deep(long n) { volatile char room[512]; room[n % 512] = n; return deep(n + 1) + room[3]; }',
    ),
    end: 'runtime-error',
  },
  { name: 'output without end', source: c('for (;;) puts("more");'), end: 'output-limit-exceeded' },
  { name: 'errors without end', source: c('for (;;) fputs("more\\n", stderr);'), end: 'output-limit-exceeded' },
  {
    name: 'output without end that ignores the signal of too large files',
    source: c('signal(SIGXFSZ, SIG_IGN); for (;;) write(1, "more\\n", 5);'),
    end: 'output-limit-exceeded',
  },
  {
    name: 'every signal ignored',
    source: c('for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (volatile long i = 0;; i++);'),
    limits: { seconds: 0.3 },
    end: 'time-limit-exceeded',
  },
  { name: 'sleep without end', source: c('for (;;) pause();'), limits: { seconds: 0.1 }, end: 'time-limit-exceeded' },
  { name: 'a program that stops itself', source: c('raise(SIGSTOP);'), limits: { seconds: 0.1 }, end: 'time-limit-exceeded' },
  {
    name: 'uninterruptible sleep without end',
    source: c('if (vfork() == 0) for (;;) pause();'),
    limits: { seconds: 0.1 },
    end: 'time-limit-exceeded',
  },
  {
    name: 'a daemon left behind',
    source: c('if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); } wait(0); puts("gone");'),
    end: 'ended',
    stdout: 'gone\n',
  },
  {
    name: 'a daemon that keeps stdout open and ignores signals',
    source: c('if (fork() == 0) { setsid(); for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (;;) pause(); } puts("gone");'),
    end: 'ended',
    stdout: 'gone\n',
  },
  {
    name: 'a thousand threads',
    source: c(
      'int n = 0; pthread_t t; pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536); while (n < 1000 && pthread_create(&t, &a, idle, 0) == 0) n++; puts(n < 150 ? "few" : "many"); fflush(stdout); _exit(0);',
      'static void *idle(void *x) { pause(); return x; }',
    ),
    end: 'ended',
    stdout: 'few\n',
  },
  {
    name: 'a server of the machine',
    source: c(
      'int port; scanf("%d", &port); struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) }; say("tcp", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to)); to.sin_addr.s_addr = htonl(0x08080808); say("out", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to));',
    ),
    input: '@port',
    end: 'ended',
    stdout: 'tcp ECONNREFUSED\nout ENETUNREACH\n',
  },
  {
    name: 'kinds of sockets that no network namespace holds',
    source: c(
      ['NETLINK', 'PACKET', 'VSOCK', 'ALG', 'BLUETOOTH'].map((kind) => `say("${kind}", socket(AF_${kind}, SOCK_RAW, 0));`).join('\n'),
    ),
    end: 'ended',
    stdout: all(['NETLINK', 'PACKET', 'VSOCK', 'ALG', 'BLUETOOTH'].map((kind) => `${kind} EAFNOSUPPORT`)),
  },
  {
    name: 'processes of the machine in /proc',
    source: c(
      'int n = 0; struct dirent *e; DIR *d = opendir("/proc"); while ((e = readdir(d))) n += atoi(e->d_name) > 0; printf("%d\\n", n);',
    ),
    end: 'ended',
    stdout: '2\n',
  },
  {
    name: 'files of the machine',
    source: opens(['/etc/shadow', '/etc/passwd', '/root/.ssh', '/home', '/var/log', '/run', '/srv', '/sys/kernel'], 'O_RDONLY'),
    end: 'ended',
    stdout: /^(\S+ ENOENT\n){8}$/,
  },
  {
    name: 'devices of the machine',
    source: opens(['/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda', '/dev/fuse', '/dev/kvm'], 'O_RDWR'),
    end: 'ended',
    stdout: /^(\S+ ENOENT\n){6}$/,
  },
  {
    name: 'files of the system to write',
    source: opens(
      ['/usr/bin/sh', '/usr/escape', '/escape', '/dev/escape', '/box/escape', '/proc/sys/kernel/core_pattern'],
      'O_RDWR | O_CREAT',
    ),
    end: 'ended',
    stdout: /^(\S+ (EROFS|EACCES)\n){6}$/,
  },
  {
    name: 'the environment',
    source: c('for (char **e = environ; *e; e++) puts(*e);'),
    end: 'ended',
    stdout: /^(?!.*secret)((PATH|HOME|LANG|TZ|PWD|_)=.*\n)+$/s,
  },
  {
    name: 'the environment of every process in sight',
    source: c(
      'for (int i = 0; i < 400; i++) { char path[40], text[65536]; sprintf(path, "/proc/%d/environ", i); int f = open(path, O_RDONLY); long n = f < 0 ? 0 : read(f, text, 65536); if (n > 0 && memmem(text, n, "secret", 6)) puts("found"); }',
    ),
    end: 'ended',
    stdout: '',
  },
  {
    name: 'symbolic links out of the sandbox',
    source: c(
      'const char *to[] = { "/etc/shadow", "/proc/1/root/etc/shadow", "/proc/1/cwd/../etc/shadow", "../../../../etc/shadow" }; for (int i = 0; i < 4; i++) { unlink("/tmp/link"); symlink(to[i], "/tmp/link"); say("link", open("/tmp/link", O_RDONLY)); }',
    ),
    end: 'ended',
    stdout: all(['link ENOENT', 'link ENOENT', 'link ENOENT', 'link ENOENT']),
  },
  {
    name: 'mounts and namespaces',
    source: c(
      'say("mount", mount("none", "/tmp", "tmpfs", 0, 0)); say("umount", umount2("/usr", MNT_DETACH)); say("remount", mount(0, "/", 0, MS_REMOUNT, 0)); say("unshare", unshare(CLONE_NEWUSER)); say("clone", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)); say("clone3", syscall(SYS_clone3, 0, 0)); say("setns", setns(open("/proc/1/ns/mnt", O_RDONLY), 0)); say("pivot_root", syscall(SYS_pivot_root, "/tmp", "/tmp")); say("chroot", chroot("/tmp")); say("open_tree", syscall(428, -100, "/", 1)); say("fsopen", syscall(430, "tmpfs", 0));',
    ),
    end: 'ended',
    stdout: all([
      ...['mount', 'umount', 'remount', 'unshare', 'clone'].map((name) => `${name} EPERM`),
      'clone3 ENOSYS',
      ...['setns', 'pivot_root', 'chroot', 'open_tree', 'fsopen'].map((name) => `${name} EPERM`),
    ]),
  },
  {
    name: 'io_uring',
    source: c(
      'char room[512] = { 0 }; say("setup", syscall(425, 8, room)); say("enter", syscall(426, 0, 0, 0, 0, 0)); say("register", syscall(427, 0, 0, 0, 0));',
    ),
    end: 'ended',
    stdout: all(['setup ENOSYS', 'enter ENOSYS', 'register ENOSYS']),
  },
  {
    name: 'other processes by ptrace and their memory',
    source: c(
      'struct iovec v = { 0 }; say("attach", ptrace(PTRACE_ATTACH, 1, 0, 0)); say("seize", ptrace(PTRACE_SEIZE, 1, 0, 0)); say("traceme", ptrace(PTRACE_TRACEME, 0, 0, 0)); say("read", process_vm_readv(1, &v, 1, &v, 1, 0)); say("write", process_vm_writev(1, &v, 1, &v, 1, 0));',
    ),
    end: 'ended',
    stdout: all(['attach', 'seize', 'traceme', 'read', 'write'].map((name) => `${name} EPERM`)),
  },
  {
    name: 'parts of the kernel with a history of holes',
    source: c(
      [
        'bpf',
        'keyctl',
        'add_key',
        'perf_event_open',
        'userfaultfd',
        'kexec_load',
        'init_module',
        'open_by_handle_at',
        'syslog',
        'shmget',
        'reboot',
      ]
        .map((name) => `say("${name}", syscall(SYS_${name}, 0, 0, 0, 0, 0));`)
        .join('\n'),
    ),
    end: 'ended',
    stdout: /^(\S+ EPERM\n){11}$/,
  },
  {
    name: 'system calls of 32 bits',
    source: c('long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20)); printf("%ld\\n", r);'),
    end: 'runtime-error',
    stdout: '',
    machine: 'x64',
  },
  {
    name: 'the first process killed',
    source: c('kill(1, SIGKILL); kill(1, SIGTERM); kill(1, SIGSEGV); kill(1, SIGSTOP); puts("still here");'),
    end: 'ended',
    stdout: 'still here\n',
  },
  { name: 'everybody killed', source: c('kill(-1, SIGKILL); puts("alone");'), end: 'ended', stdout: 'alone\n' },
  { name: 'stdout closed before the result', source: c('close(1); puts("42");'), end: 'ended', stdout: '' },
  { name: 'exit code 3', source: c('puts("42"); exit(3);'), end: 'runtime-error', stdout: '42\n' },
  { name: 'exit code 256, which is 0 to the kernel', source: c('puts("42"); exit(256);'), end: 'ended', stdout: '42\n' },
  { name: 'abort', source: c('abort();'), end: 'runtime-error' },
  { name: 'exit code 124, as of a time limit', source: c('exit(124);'), end: 'runtime-error' },
  { name: 'exit code 137, as of a killed program', source: c('exit(137);'), end: 'runtime-error' },
  {
    name: '/tmp filled',
    source: c(
      'char *block = calloc(1, 1 << 20); long n = 0; for (int i = 0; i < 1000; i++) { char name[20]; sprintf(name, "/tmp/%d", i); if (write(open(name, O_WRONLY | O_CREAT, 0600), block, 1 << 20) < 1 << 20) break; n++; } say("next", open("/tmp/more", O_RDONLY)); puts(n <= 64 ? "at most 64 MB" : "more");',
    ),
    limits: { memory: 256 },
    end: 'ended',
    stdout: 'next ENOENT\nat most 64 MB\n',
  },
  {
    name: '/tmp and /dev/shm filled beyond the memory',
    source: c(
      'char *block = calloc(1, 1 << 20); for (int i = 0; i < 60; i++) { char name[20]; sprintf(name, "/tmp/%d", i); write(open(name, O_WRONLY | O_CREAT, 0600), block, 1 << 20); sprintf(name, "/dev/shm/%d", i); write(open(name, O_WRONLY | O_CREAT, 0600), block, 1 << 20); }',
    ),
    limits: { memory: 64 },
    end: 'memory-limit-exceeded',
    endWithoutGroups: ['ended'],
  },
  {
    name: 'files without end',
    source: c('for (long i = 0;; i++) { char name[30]; sprintf(name, "/tmp/%ld", i); close(open(name, O_WRONLY | O_CREAT, 0600)); }'),
    limits: { seconds: 0.4 },
    end: ['time-limit-exceeded', 'memory-limit-exceeded'],
  },
  {
    name: 'a file of a terabyte',
    source: c('say("large", ftruncate(open("/tmp/x", O_RDWR | O_CREAT, 0600), 1L << 40));'),
    end: 'output-limit-exceeded',
  },
  {
    name: 'descriptors without end',
    source: c('int n = 0; while (open("/dev/null", O_RDONLY) >= 0) n++; puts(n < 256 ? "few" : "many");'),
    end: 'ended',
    stdout: 'few\n',
  },
  {
    name: 'descriptors that the service holds',
    source: c(
      'for (int i = 3; i < 1024; i++) { char path[40], to[200] = { 0 }; sprintf(path, "/proc/self/fd/%d", i); if (readlink(path, to, 199) > 0 && strcmp(to, "/dev/null")) puts(to); }',
    ),
    end: 'ended',
    stdout: '',
  },
  {
    name: 'memory in pipes',
    source: c(
      'char b[65536] = { 0 }; int p[2]; while (pipe2(p, O_NONBLOCK) == 0) { fcntl(p[1], F_SETPIPE_SZ, 1 << 20); while (write(p[1], b, 65536) > 0); } puts("done");',
    ),
    end: ['ended', 'memory-limit-exceeded'],
  },
  {
    name: 'memory in files without a name',
    source: c('say("memfd", memfd_create("x", 0));', '#include <sys/mman.h>'),
    end: 'ended',
    stdout: 'memfd ENOSYS\n',
  },
  {
    name: 'set-uid programs',
    source: c(
      'printf("%d %d\\n", getuid(), setuid(0)); char b[65536]; long n; int from = open("/usr/bin/id", O_RDONLY), to = open("/tmp/id", O_RDWR | O_CREAT, 0700); while ((n = read(from, b, 65536)) > 0) write(to, b, n); say("chmod", fchmod(to, 06755)); say("chown", fchown(to, 0, 0)); close(to); fflush(stdout); system("/tmp/id -u; /usr/bin/su -c \'id -u\' 2>/dev/null");',
    ),
    end: 'ended',
    stdout: '1000 -1\nchmod done\nchown EINVAL\n1000\n',
  },
  {
    name: 'clocks and priorities',
    source: c(
      'struct timespec t = { 0 }; struct timeval v = { 0 }; struct sched_param s = { 50 }; struct rlimit r = { RLIM_INFINITY, RLIM_INFINITY }; say("clock", clock_settime(CLOCK_REALTIME, &t)); say("day", settimeofday(&v, 0)); say("fifo", sched_setscheduler(0, SCHED_FIFO, &s)); errno = 0; say("nice", setpriority(PRIO_PROCESS, 0, 19)); say("cpu", setrlimit(RLIMIT_CPU, &r)); say("files", setrlimit(RLIMIT_FSIZE, &r));',
    ),
    end: 'ended',
    stdout: /^clock EPERM\nday EPERM\nfifo EPERM\nnice EPERM\ncpu EPERM\nfiles EPERM\n$/,
  },
  {
    name: 'time hidden from timers by forking often',
    source: c('for (;;) { if (fork() == 0) { for (volatile int i = 0; i < 3000000; i++); _exit(0); } wait(0); }'),
    limits: { seconds: 0.4 },
    end: 'time-limit-exceeded',
  },
  {
    name: 'a device made',
    source: c('say("mknod", mknod("/tmp/disk", S_IFBLK | 0600, makedev(254, 0)));', '#include <sys/sysmacros.h>'),
    end: 'ended',
    stdout: 'mknod EPERM\n',
  },
  { name: 'a compiler that reads without end', source: '#include "/dev/zero"\nint main(void) {}\n', end: 'compile-error' },
  { name: 'a compiler that reads the passwords', source: '#include "/etc/shadow"\nint main(void) {}\n', end: 'compile-error' },
  {
    name: 'an assembler that takes the passwords along',
    source: '__asm__(".incbin \\"/etc/shadow\\"");\nint main(void) {}\n',
    end: 'compile-error',
  },
  { name: 'a program of gigabytes', source: 'char room[3000000000] = { 1 };\nint main(void) { return room[7]; }\n', end: 'compile-error' },
  {
    name: 'templates without end',
    language: 'cpp',
    source: 'template <int n> struct S { static const int v = S<n + 1>::v + S<n + 2>::v; };\nint main() { return S<0>::v; }\n',
    end: 'compile-error',
  },
];

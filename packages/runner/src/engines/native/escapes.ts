import type { Job } from './command-line.ts';

/**
 * Programs of the self-test. They are shell scripts, which every machine has; the tests of this engine try the same and more in C.
 */

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Each must fail. A name says what it would have done. */
const probes = (directories: readonly string[]): Readonly<Record<string, string>> => ({
  'reads the passwords of the machine': 'cat /etc/shadow',
  'reads the users of the machine': 'cat /etc/passwd',
  'sees directories of the machine': '[ -e /root ] || [ -e /home ] || [ -e /var ] || [ -e /srv ]',
  ...Object.fromEntries(directories.map((path) => [`sees ${path}, where the service was started`, `[ -n "$(ls -A ${quoted(path)})" ]`])),
  'writes to /usr': 'echo x > /usr/escape || echo x > /usr/bin/escape',
  'writes to /': 'echo x > /escape || mkdir /escape',
  'writes to /dev': 'echo x > /dev/escape || mkdir /dev/escape',
  'writes to /proc': 'echo x > /proc/sys/kernel/hostname || echo b > /proc/sysrq-trigger',
  'sees control groups': '[ -n "$(ls -A /sys)" ]',
  'sees processes of the machine': '[ "$(ls -d /proc/[0-9]* | wc -l)" -gt 8 ]',
  'sees the environment of the service': 'env | grep -vE "^(PATH|HOME|LANG|TZ|PWD|OLDPWD|SHLVL|_)="',
  'sees a network': 'grep : /proc/net/dev | grep -v "^ *lo:"',
  'has capabilities': 'grep "^Cap" /proc/self/status | grep -v ":.0*$"',
  'can gain privileges': '! grep "^NoNewPrivs:.1" /proc/self/status',
  'runs without a filter of system calls': '! grep "^Seccomp:.2" /proc/self/status',
  'mounts a file system': 'mount -t tmpfs none /tmp',
  'makes a user namespace': 'unshare --user true',
  'changes its root': 'chroot /tmp true',
  'ends the first process': 'kill -9 1 && ! kill -0 1',
  'fills /tmp beyond its size': 'head -c 100000000 /dev/zero > /tmp/large',
  'opens the disks': 'cat /dev/sda /dev/vda /dev/nvme0n1 || ls /dev/disk',
  'holds descriptors of the service': 'ls -l /proc/1/fd | grep -e "->" | grep -v -e /dev/null -e /assay-native- -e /proc/',
});

export const probesOf = (directories: readonly string[]): string =>
  Object.entries(probes(directories))
    .map(
      ([name, script]) =>
        `if ( ${script} ) >/dev/null 2>&1 </dev/null; then echo escaped ${quoted(name)}; else echo held ${quoted(name)}; fi`,
    )
    .join('\n');

/** What ends by another limit has time enough to come to it on a machine where each page of memory is dear. */
const seconds = 20;

/** What takes more than its share, with the ends it may have. */
export const escapes: readonly {
  readonly name: string;
  readonly script: string;
  readonly ends: readonly string[];
  readonly limits: Partial<Job['limits']>;
  readonly needsGroups?: true;
}[] = [
  { name: 'computes for ever', script: 'while :; do :; done', ends: ['time'], limits: { seconds: 0.2 } },
  {
    name: 'computes for ever and ignores signals',
    script: 'trap "" TERM INT HUP XCPU; while :; do :; done',
    ends: ['time'],
    limits: { seconds: 0.2 },
  },
  {
    name: 'computes for ever in four processes',
    script: 'for i in 1 2 3 4; do while :; do :; done & done; wait',
    ends: ['time'],
    limits: { seconds: 0.4 },
  },
  { name: 'forks for ever', script: 'f() { f & f; }; f', ends: ['time', 'memory', 'code 2'], limits: { seconds: 0.3 } },
  { name: 'leaves a process behind', script: 'setsid sleep 1000 & exit 0', ends: ['code 0'], limits: { seconds } },
  { name: 'writes for ever', script: 'yes', ends: ['output'], limits: { seconds } },
  {
    name: 'keeps more than its memory',
    script: 'head -c 300000000 /dev/zero | tail',
    ends: ['memory'],
    limits: { seconds },
    needsGroups: true,
  },
];

/**
 * The system calls that a sandboxed program cannot make, as a filter in the kernel's BPF. A deny list: runtimes use new calls with every
 * release, and the namespaces already keep the rest of the machine out of sight. What is here either reaches past namespaces, has a
 * history of holes in the kernel, or keeps memory that no limit counts.
 */
export type Machine = 'x64' | 'arm64';

type Numbers = Readonly<Record<Machine, number>>;
const both = (number: number): Numbers => ({ x64: number, arm64: number });
const of = (x64: number, arm64: number): Numbers => ({ x64, arm64 });

/** Refused with EPERM. */
export const forbidden = {
  ptrace: of(101, 117),
  process_vm_readv: of(310, 270),
  process_vm_writev: of(311, 271),
  process_madvise: both(440),
  process_mrelease: both(448),
  kcmp: of(312, 272),
  pidfd_getfd: both(438),
  add_key: of(248, 217),
  request_key: of(249, 218),
  keyctl: of(250, 219),
  bpf: of(321, 280),
  perf_event_open: of(298, 241),
  userfaultfd: of(323, 282),
  mount: of(165, 40),
  umount2: of(166, 39),
  pivot_root: of(155, 41),
  chroot: of(161, 51),
  open_tree: both(428),
  move_mount: both(429),
  fsopen: both(430),
  fsconfig: both(431),
  fsmount: both(432),
  fspick: both(433),
  mount_setattr: both(442),
  open_tree_attr: both(467),
  unshare: of(272, 97),
  setns: of(308, 268),
  name_to_handle_at: of(303, 264),
  open_by_handle_at: of(304, 265),
  fanotify_init: of(300, 262),
  init_module: of(175, 105),
  finit_module: of(313, 273),
  delete_module: of(176, 106),
  kexec_load: of(246, 104),
  kexec_file_load: of(320, 294),
  reboot: of(169, 142),
  swapon: of(167, 224),
  swapoff: of(168, 225),
  acct: of(163, 89),
  quotactl: of(179, 60),
  quotactl_fd: both(443),
  syslog: of(103, 116),
  sethostname: of(170, 161),
  setdomainname: of(171, 162),
  settimeofday: of(164, 170),
  clock_settime: of(227, 112),
  adjtimex: of(159, 171),
  clock_adjtime: of(305, 266),
  vhangup: of(153, 58),
  personality: of(135, 92),
  lookup_dcookie: of(212, 18),
  mbind: of(237, 235),
  set_mempolicy: of(238, 237),
  migrate_pages: of(256, 238),
  move_pages: of(279, 239),
  shmget: of(29, 194),
  // A program that makes itself slow on a busy machine would never reach its limit.
  setpriority: of(141, 140),
  sched_setparam: of(142, 118),
  sched_setscheduler: of(144, 119),
  sched_setattr: of(314, 274),
} satisfies Record<string, Numbers>;

const onlyX64 = { iopl: 172, ioperm: 173, modify_ldt: 154, uselib: 134, ustat: 136, sysfs: 139, _sysctl: 156 };

/**
 * Refused with ENOSYS, as by a kernel that does not have them, so that libraries take their other way. `clone3` passes its flags in
 * memory, where a filter cannot look: the C library then uses `clone`.
 */
export const missing = {
  clone3: both(435),
  io_uring_setup: both(425),
  io_uring_enter: both(426),
  io_uring_register: both(427),
  memfd_create: of(319, 279),
  memfd_secret: both(447),
} satisfies Record<string, Numbers>;

const clone = of(56, 220);
const socket = of(41, 198);
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const newNamespaces = 0x7e_02_00_00;
/** AF_UNIX, AF_INET and AF_INET6. Others are out of reach of a network namespace (AF_VSOCK talks to the host of a virtual machine). */
const families = [1, 2, 10];

const architectures: Readonly<Record<Machine, number>> = { x64: 0xc0_00_00_3e, arm64: 0xc0_00_00_b7 };
/** x86-64 kernels take calls of the x32 ABI too, under numbers of their own. */
const x32 = 0x40_00_00_00;

const load = 0x20;
const equal = 0x15;
const atLeast = 0x35;
const anyBit = 0x45;
const give = 0x06;
const [atNumber, atArchitecture, atFirstArgument] = [0, 4, 16];

const allow = 0x7f_ff_00_00;
const kill = 0x80_00_00_00;
const failWith = (errno: number): number => 0x00_05_00_00 | errno;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

type Instruction = readonly [code: number, value: number, jumpTrue?: number, jumpFalse?: number];

/** The filter as the bytes that `bwrap --seccomp` reads. */
export const seccompFilter = (machine: Machine): Buffer => {
  const refuse = (number: number, errno: number): Instruction[] => [
    [equal, number, 0, 1],
    [give, failWith(errno)],
  ];
  const numbers = (calls: Readonly<Record<string, Numbers>>): number[] => Object.values(calls).map((call) => call[machine]);
  const program: Instruction[] = [
    [load, atArchitecture],
    [equal, architectures[machine], 1, 0],
    [give, kill],
    [load, atNumber],
    ...(machine === 'x64'
      ? ([
          [atLeast, x32, 0, 1],
          [give, failWith(ENOSYS)],
        ] satisfies Instruction[])
      : []),
    [equal, clone[machine], 0, 4],
    [load, atFirstArgument],
    [anyBit, newNamespaces, 0, 1],
    [give, failWith(EPERM)],
    [give, allow],
    [equal, socket[machine], 0, 3 + families.length],
    [load, atFirstArgument],
    ...families.map((family, index): Instruction => [equal, family, families.length - index, 0]),
    [give, failWith(EAFNOSUPPORT)],
    [give, allow],
    ...numbers(missing).flatMap((number) => refuse(number, ENOSYS)),
    ...[...numbers(forbidden), ...(machine === 'x64' ? Object.values(onlyX64) : [])].flatMap((number) => refuse(number, EPERM)),
    [give, allow],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, value, jumpTrue = 0, jumpFalse = 0]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
};

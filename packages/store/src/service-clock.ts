/** A clock that is further from the time that has passed has jumped: corrections of a clock that is kept right are smaller. */
export const jumpMs = 60_000;

/** A clock that is not believed: so far ahead (below 0: behind) of the time that has passed. `since`: by the service's time. */
export type ClockJump = { readonly by: number; readonly since: number };

/** The service's time, and with which start of the machine and how long after it that was. */
export type ClockMark = { readonly time: number; readonly boot: string | undefined; readonly uptime: number };

/** What is known of the time of the service when a process starts. */
export type ClockMemory = ClockMark & { readonly jump?: ClockJump | undefined };

/** Milliseconds. `monotonic` stands still while the machine is suspended; `uptime` does not, and costs a system call. */
export type ClockSources = {
  readonly monotonic: () => number;
  readonly uptime: () => number;
  /** The same for all processes until the machine is started again; undefined where that is not told. */
  readonly boot: string | undefined;
};

type Point = { readonly time: number; readonly at: number };

/**
 * The time of the service: what a clock reads, unless that clock has jumped. Then it goes on by the time that has passed until the clock
 * is right again or is accepted. Within a process it goes back only when a clock that is behind is accepted.
 */
export class ServiceClock {
  readonly #sources: ClockSources;
  readonly #isShared: boolean;
  #last: Point | undefined;
  /** By the uptime. */
  #mark: Point | undefined;
  #jump: ClockJump | undefined;
  #accepting = false;

  /** `isShared`: other machines go by the clock too, so that it is followed exactly; else it is not followed backwards but waited for. */
  constructor(sources: ClockSources, isShared: boolean) {
    this.#sources = sources;
    this.#isShared = isShared;
  }

  get jump(): ClockJump | undefined {
    return this.#jump;
  }

  /** The service's time when the clock reads `reading`, give or take `slack`. */
  read(reading: number, slack = 0): number {
    const at = this.#sources.monotonic();
    if (this.#last === undefined) return this.#follow(reading, at);
    const expected = this.#last.time + at - this.#last.at;
    // So old, as after a stop of the process, it would make the next one look like a jump.
    if (slack > jumpMs) return Math.floor(expected);
    if (this.#accepting) return this.#follow(reading, at);
    const off = reading - expected;
    if (Math.abs(off) > jumpMs + slack) {
      // While the machine was suspended time has passed all the same.
      if (this.#jump === undefined && this.#isByUptime(reading, slack)) return this.#follow(reading, at);
      this.#hold(expected, at, off);
      return Math.floor(expected);
    }
    this.#jump = undefined;
    const time = this.#isShared ? reading : Math.max(reading, this.#last.time + (at - this.#last.at) / 2);
    this.#last = { time, at };
    return Math.floor(time);
  }

  /** Where the service's time was when a process last wrote it down. */
  resume(memory: ClockMemory, reading: number): void {
    const { monotonic, uptime, boot } = this.#sources;
    const [at, now] = [monotonic(), uptime()];
    const { jump, time } = memory;
    const isSameBoot = boot !== undefined && boot === memory.boot && now >= memory.uptime;
    const isStillAhead = jump !== undefined && jump.by > 0 && reading - jump.by >= time - jumpMs;
    const passed = isSameBoot ? time + now - memory.uptime : isStillAhead ? reading - jump.by : time;
    // Of a machine that was off, or another one, it is only known that time has not gone back.
    const hasJumped = isSameBoot ? Math.abs(reading - passed) > jumpMs : isStillAhead || reading < time - jumpMs;
    if (!hasJumped) return void this.#follow(reading, at);
    this.#mark = { time: passed, at: now };
    this.#jump = { by: reading - passed, since: jump?.since ?? passed };
    this.#last = { time: passed, at };
  }

  /** From the next reading on the clock is believed. */
  accept(): void {
    this.#accepting = true;
  }

  /** To be written down, so that another process goes on from there. */
  mark(): ClockMark {
    const { monotonic, uptime, boot } = this.#sources;
    const now = uptime();
    const time = this.#last === undefined ? 0 : Math.floor(this.#last.time + monotonic() - this.#last.at);
    this.#mark = { time, at: now };
    return { time, boot, uptime: now };
  }

  #follow(reading: number, at: number): number {
    this.#accepting = false;
    this.#jump = undefined;
    this.#last = { time: reading, at };
    this.#mark = { time: reading, at: this.#sources.uptime() };
    return reading;
  }

  #hold(time: number, at: number, off: number): void {
    // One that jumps again must be confirmed again.
    const isOther = this.#jump === undefined || Math.abs(off - this.#jump.by) > jumpMs;
    this.#jump = { by: Math.round(off), since: isOther || this.#jump === undefined ? Math.floor(time) : this.#jump.since };
    this.#last = { time, at };
  }

  #isByUptime(reading: number, slack: number): boolean {
    const { uptime } = this.#sources;
    return this.#mark !== undefined && Math.abs(reading - this.#mark.time - (uptime() - this.#mark.at)) <= jumpMs + slack;
  }
}

import type { Limits, Task } from '../../program.ts';
import { type BoundedOutput, boundedOutput } from '../bounded-output.ts';
import type { Compiled, ThreadRun } from '../thread-engine.ts';
import type { Called, Machine } from './call.ts';
import { type Failure, type Report, readReport } from './report.ts';

/** Bytes of one message between a harness and the candidate's code. */
const messageLimit = 16 * 1_048_576;
/** Bytes of a report without a value: what boot.py keeps of an error, written as JSON. */
const reportLimit = 1_048_576;
const nothing = new Uint8Array();

/** The candidate's interpreter came to its end within a call of the harness. */
class CandidateOver extends Error {
  readonly called: Exclude<Called, { readonly how: 'returned' }>;

  constructor(called: CandidateOver['called']) {
    super(called.how);
    this.called = called;
  }
}

const encode = (message: object): Uint8Array => Buffer.from(JSON.stringify(message));

/** Runs programs in interpreters whose boot script speaks the messages of `report.ts`: Python's and Ruby's. */
export class Interpreters {
  readonly #open: () => Machine;
  readonly #candidate: Machine;
  readonly #stackError: string;
  /** Only a harness needs a second interpreter. */
  #judge: Machine | undefined;

  /** `stackError`: the name of what the language raises when the stack is full. */
  constructor(open: () => Machine, stackError: string) {
    this.#open = open;
    this.#candidate = open();
    this.#stackError = stackError;
  }

  compile(given: string, limits: Limits): Compiled | ThreadRun {
    // Half of a surrogate pair is no text to an interpreter. Natively it is written as U+FFFD, and here too.
    const source = Buffer.from(given).toString();
    const output = boundedOutput(limits.output);
    this.#candidate.restore(limits.memory);
    const called = this.#candidate.call({
      stdin: nothing,
      output,
      message: encode({ mode: 'compile', source }),
      channelLimit: messageLimit,
    });
    const report = readReport(called);
    if (report?.compiled === true) return { run: (task, output) => this.#run(source, limits, task, output) };
    output.write(2, Buffer.from(report?.failure?.text ?? 'The source is too large or too deeply nested.\n'));
    return this.#result('compile-error', output, report?.failure?.line);
  }

  #run(source: string, limits: Limits, task: Task, output: BoundedOutput): ThreadRun {
    this.#candidate.restore(limits.memory);
    if (task.mode === 'stdio') {
      const called = this.#call(output, messageLimit, { mode: 'stdio', source }, Buffer.from(task.input));
      const report = readReport(called);
      if (called.how === 'exit' || report?.exit !== undefined) {
        return this.#result((called.how === 'exit' ? called.code : report?.exit) === 0 ? 'ended' : 'runtime-error', output);
      }
      return this.#failed(output, called, report);
    }
    if (task.mode === 'function') {
      const called = this.#call(output, limits.output + reportLimit, { mode: 'function', source, name: task.name, args: task.args });
      const report = readReport(called);
      if (report?.value === undefined) return this.#failed(output, called, report);
      return { ...this.#result('ended', output), value: report.value };
    }
    if (task.mode === 'harness') return this.#harness(source, limits, task.harness, output);
    throw new Error(`an interpreter has no mode ${task.mode}`);
  }

  #call(output: BoundedOutput, channelLimit: number, message: object, stdin: Uint8Array = nothing): Called {
    return this.#candidate.call({ stdin, output, message: encode(message), channelLimit });
  }

  /** The harness decides in an interpreter of its own: of the candidate's code it sees plain values, and never an object. */
  #harness(source: string, limits: Limits, harness: string, output: BoundedOutput): ThreadRun {
    const loaded = this.#call(output, messageLimit, { mode: 'load', source });
    const loadReport = readReport(loaded);
    if (loadReport?.value === undefined) return this.#failed(output, loaded, loadReport);
    this.#judge ??= this.#open();
    this.#judge.restore(limits.memory);
    const ask = (message: Uint8Array): Uint8Array => {
      const called = this.#candidate.call({ stdin: nothing, output, message, channelLimit: messageLimit });
      if (called.how !== 'returned') throw new CandidateOver(called);
      return called.message;
    };
    try {
      const message = encode({ mode: 'harness', source: harness });
      const judged = this.#judge.call({ stdin: nothing, output, message, ask, channelLimit: messageLimit });
      const report = readReport(judged);
      if (report?.unusable !== undefined) {
        output.write(2, Buffer.from(report.unusable));
        return this.#result('not-run', output);
      }
      return report?.value === undefined ? this.#failed(output, judged, report) : this.#result('ended', output);
    } catch (error) {
      if (error instanceof CandidateOver) return this.#failed(output, error.called, undefined);
      throw error;
    }
  }

  #failed(output: BoundedOutput, called: Called, report: Report | undefined): ThreadRun {
    const failure = report?.failure;
    if (failure !== undefined) {
      output.write(2, Buffer.from(failure.text));
      return this.#result(failure.full ? 'memory-limit-exceeded' : 'runtime-error', output, failure.line);
    }
    switch (called.how) {
      case 'memory':
        return this.#result('memory-limit-exceeded', output);
      case 'output':
      case 'channel':
        return this.#result('output-limit-exceeded', output);
      case 'stack':
        output.write(2, Buffer.from(`${this.#stackError}: the stack is full\n`));
        return this.#result('runtime-error', output);
      case 'exit':
        output.write(2, Buffer.from(`The program exited with code ${called.code} before the call returned.\n`));
        return this.#result('runtime-error', output);
      default:
        output.write(2, Buffer.from('The interpreter broke off.\n'));
        return this.#result('runtime-error', output);
    }
  }

  #result(end: ThreadRun['end'], output: BoundedOutput, line?: Failure['line']): ThreadRun {
    return { end, stdout: output.text(1), stderr: output.text(2), line, memory: this.#candidate.memory };
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import type { Program } from '../../../program.ts';
import { type PythonShared, python } from '../python.ts';

const isShared = (data: unknown): data is PythonShared => typeof data === 'object' && data !== null && 'image' in data;
const port = parentPort;
if (port === null || !isShared(workerData)) throw new Error('this is a thread of supervised.ts');

const engine = await python.open(workerData);
port.on('message', (program: Program) => {
  const compiled = engine.compile(program);
  port.postMessage(program.tasks.map((task) => ('run' in compiled ? compiled.run(task) : compiled)));
});

const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
const fail = (ms, message) => new Promise((_, reject) => setTimeout(() => reject(new Error(message)), ms));
const log = [];
async function pool(tasks, width) {
  const results = [];
  let next = 0;
  const worker = async (id) => {
    while (next < tasks.length) {
      const index = next++;
      log.push(`${id}:${index}`);
      results[index] = await tasks[index]();
    }
  };
  await Promise.all(Array.from({ length: width }, (_, id) => worker(id)));
  return results;
}
async function retry(action, times) {
  for (let attempt = 1; ; attempt += 1) {
    try { return await action(attempt); } catch (error) {
      console.log('attempt', attempt, error.message);
      if (attempt === times) throw new Error('gave up', { cause: error });
    }
  }
}
async function* ticks(n) { for (let i = 0; i < n; i += 1) yield wait(1, i * i); }
(async function main() {
  console.log(await pool([30, 10, 60, 15, 40].map((ms, i) => () => wait(ms, i * 10)), 2), log.join(' '));
  console.log((await Promise.allSettled([wait(1, 'a'), fail(1, 'b'), 3])).map((one) => ({ ...one, reason: one.reason?.message })));
  console.log(await Promise.race([wait(40, 'slow'), wait(5, 'fast')]), await Promise.any([fail(1, 'x'), wait(20, 'ok')]));
  try { await Promise.any([fail(1, 'x'), fail(2, 'y')]); } catch (error) { console.log(error.constructor.name, error.message, error.errors.map((e) => e.message)); }
  console.log(await retry((n) => (n < 3 ? Promise.reject(new Error(`no ${n}`)) : n), 5));
  try { await retry(() => { throw new Error('never'); }, 2); } catch (error) { console.log(error.message, '<-', error.cause.message); }
  let sum = 0;
  for await (const square of ticks(5)) sum += square;
  const { promise, resolve } = Promise.withResolvers();
  setTimeout(resolve, 1, sum);
  console.log(await promise, await { then: (done) => done('thenable') });
  await wait(1).then(() => { throw new RangeError('late'); }).catch((e) => console.log(e.name)).finally(() => console.log('finally'));
  console.log(Promise.resolve(1), Promise.reject(2).catch(() => {}), wait(1));
})().then(() => console.log('end'));
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
queueMicrotask(() => console.log('microtask'));

const wait = (ms, signal) => new Promise((resolve, reject) => {
  if (signal?.aborted) return reject(signal.reason);
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
});
const withTimeout = async (work, ms) => { const controller = new AbortController(); const timer = setTimeout(() => controller.abort(new Error(`timeout after ${ms}`)), ms); try { return await work(controller.signal); } finally { clearTimeout(timer); } };
class Semaphore {
  #free; #waiting = [];
  constructor(free) { this.#free = free; }
  async run(work) { if (this.#free > 0) this.#free -= 1; else await new Promise((go) => this.#waiting.push(go)); try { return await work(); } finally { const next = this.#waiting.shift(); if (next) next(); else this.#free += 1; } }
}
async function* countdown(from) { try { while (from > 0) { await wait(20); yield from--; } } finally { console.log('closed at', from); } }
(async () => {
  console.log(await withTimeout(async (signal) => { await wait(20, signal); return 'in time'; }, 200));
  try { await withTimeout((signal) => wait(500, signal), 50); } catch (error) { console.log(error.message); }
  const semaphore = new Semaphore(2); let running = 0; let most = 0;
  const results = await Promise.all([60, 120, 180, 240].map((ms) => semaphore.run(async () => { running += 1; most = Math.max(most, running); await wait(ms); running -= 1; return ms; })));
  console.log(results, most);
  for await (const n of countdown(5)) { console.log(n); if (n === 3) break; }
  const order = []; const queue = Promise.resolve().then(() => order.push('then')); setTimeout(() => order.push('timeout'), 0); process.nextTick(() => order.push('tick')); await queue; await wait(20); console.log(order);
  console.log(await Promise.race([wait(300).then(() => 'slow'), wait(30).then(() => 'fast')]), await Promise.any([Promise.reject(new Error('x')), wait(10).then(() => 'any')]));
  try { await Promise.any([Promise.reject(new Error('a')), Promise.reject(new Error('b'))]); } catch (error) { console.log(error.constructor.name, error.errors.map((one) => one.message)); }
  const { promise, resolve } = Promise.withResolvers(); setTimeout(resolve, 10, 'outside'); console.log(await promise, await { then(done) { done('thenable'); } });
  const reports = []; for (const job of [async () => 1, () => { throw new TypeError('sync'); }, () => Promise.reject(new RangeError('async'))]) { try { reports.push(await job()); } catch (error) { reports.push(`${error.name} ${error.message}`); } } console.log(reports);
})();

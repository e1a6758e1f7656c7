const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function pool(jobs, size) { const results = []; let next = 0; const worker = async (id) => { while (next < jobs.length) { const i = next++; results[i] = await jobs[i](); console.log(`worker ${id} finished job ${i}`); } }; await Promise.all(Array.from({ length: size }, (_, id) => worker(id))); return results; }
const retry = async (fn, times) => { for (let i = 1; ; i += 1) { try { return await fn(i); } catch (error) { console.log('try', i, error.message); if (i === times) throw error; await sleep(10 * 2 ** i); } } };
(async () => {
  console.log(await pool([400, 100, 200, 800].map((ms, i) => async () => { await sleep(ms); return { i, ms }; }), 2));
  console.log(await retry(async (n) => { if (n < 3) throw new Error('flaky'); return 'ok ' + n; }, 5));
  await retry(async () => { throw new Error('always'); }, 2).catch((e) => console.log('gave up', e.message));
  const e = new Error('outer', { cause: new TypeError('inner') }); console.log(e.cause.message, new AggregateError([e], 'many').errors.length);
  console.log(await Promise.withResolvers().promise.constructor.resolve(1), Promise.resolve(5), Promise.reject(new Error('r')).catch(() => 1), new Promise(() => 1));
})();

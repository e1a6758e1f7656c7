const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
type Result<T> = { ok: true; value: T } | { ok: false; error: string };
const attempt = async <T>(work: () => Promise<T>): Promise<Result<T>> => { try { return { ok: true, value: await work() }; } catch (error) { return { ok: false, error: (error as Error).message }; } };
async function main(): Promise<void> {
  console.log(await Promise.all([3, 1, 2].map(async (n) => { await sleep(n * 30); console.log('done', n); return n * n; })));
  console.log(await attempt(async () => 5), await attempt(async () => { throw new Error('bad'); }));
  const found = await Promise.allSettled([Promise.resolve(1), Promise.reject(new TypeError('x'))]);
  console.log(found.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)));
}
main();

class AppError extends Error {
  constructor(message, { code = 'E_APP', ...options } = {}) {
    super(message, options);
    this.name = this.constructor.name;
    this.code = code;
    Error.captureStackTrace?.(this, this.constructor);
  }
  toJSON() { return { name: this.name, code: this.code, message: this.message, cause: this.cause?.message }; }
}
class NotFound extends AppError { constructor(what) { super(`${what} not found`, { code: 'E_404', cause: new TypeError('inner') }); } }
function load() { throw new NotFound('page'); }
function serve() { try { load(); } catch (error) { error.seen = true; throw error; } }
try { serve(); } catch (error) {
  const [head, ...frames] = error.stack.split('\n');
  console.log(head, frames.slice(0, 2).map((frame) => /at (\w+)/.exec(frame)[1]), `${error}`, JSON.stringify(error), Object.keys(error));
  console.log(error instanceof NotFound, error instanceof AppError, error instanceof Error, Object.prototype.toString.call(error), error.cause.message);
}
const messages = [() => null.length, () => undefined.call(), () => { const settings = {}; settings.theme.color; }, () => { const list = 3; for (const one of list) one; }, () => { let pair; const [a] = pair; }, () => { const user = {}; const { name } = user.profile; }, () => { const fixed = 1; fixed = 2; }, () => late, () => { soon; const soon = 1; }, () => JSON.parse('{"a": tru}'), () => JSON.parse('nothing'), () => { const shop = { open: true }; shop.open(); }, () => 10n / 0n, () => [].reduce((a, b) => a + b)];
for (const work of messages) { try { work(); } catch (error) { console.log(`${error.name}: ${error.message}`, error.stack.startsWith(`${error.name}: ${error.message}\n`)); } }
const settled = Promise.allSettled([Promise.reject(new AppError('no')), (async () => { throw new RangeError('far'); })(), 3]);
settled.then((all) => console.log(all.map(({ status, reason, value }) => `${status} ${reason?.name ?? value}`)));
process.on('unhandledRejection', () => {});
try { try { throw new Error('first'); } finally { console.log('cleanup'); } } catch ({ message }) { console.log(message); }

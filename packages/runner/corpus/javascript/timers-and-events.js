const { setTimeout: sleep } = require('timers/promises');
const controller = new AbortController();
controller.signal.addEventListener('abort', (event) => console.log('aborted', event.type, controller.signal.aborted, controller.signal.reason.name), { once: true });
const target = new EventTarget();
target.addEventListener('ping', (event) => console.log(event.type, event.detail, event instanceof Event));
console.log(target.dispatchEvent(new CustomEvent('ping', { detail: 42 })));
(async () => {
  console.log(await sleep(5, 'slept'));
  controller.abort();
  try { await sleep(5, null, { signal: controller.signal }); } catch (error) { console.log(error.name, error.code); }
  try { controller.signal.throwIfAborted(); } catch (error) { console.log(error.name, error.message); }
  let n = 0; const interval = setInterval(() => { n += 1; console.log('interval', n); if (n === 3) clearInterval(interval); }, 20);
  const t = setTimeout(() => console.log('never'), 1); clearTimeout(t);
  const debounced = ((fn, ms) => { let id; return (...a) => { clearTimeout(id); id = setTimeout(() => fn(...a), ms); }; })((x) => console.log('debounced', x), 400);
  debounced(1); debounced(2); debounced(3);
})();

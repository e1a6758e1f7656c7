const EventEmitter = require('node:events');
const util = require('node:util');
function Legacy(name) { EventEmitter.call(this); this.name = name; }
util.inherits(Legacy, EventEmitter);
Legacy.prototype.greet = function (to) { return this.emit('greet', to); };
const legacy = new Legacy('old');
legacy.on('greet', function (to) { console.log(this.name, 'greets', to); });
console.log(legacy.greet('you'), legacy.emit('nothing'), legacy instanceof EventEmitter);
class Store extends EventEmitter {
  #state = {};
  set(key, value) { const before = this.#state[key]; this.#state[key] = value; this.emit('change', { key, before, value }); this.emit(`change:${key}`, value); return this; }
}
const store = new Store();
const log = [];
store.on('newListener', (name) => log.push(`+${String(name)}`));
store.once('change', ({ key }) => log.push(`first ${key}`));
const each = ({ key, before, value }) => log.push(`${key}:${before}>${value}`);
store.on('change', each).prependListener('change', () => log.push('before'));
store.set('a', 1).set('a', 2);
store.off('change', each);
store.set('b', 3);
console.log(log.join(' '), store.listenerCount('change'), store.eventNames(), store.rawListeners('change').length);
console.log(store);
try { store.emit('error', new RangeError('unheard')); } catch (error) { console.log(error.message); }
try { store.on('x', 'no function'); } catch (error) { console.log(error.name, error.code); }
(async () => {
  setTimeout(() => store.set('later', 9), 5);
  const [{ key, value }] = await EventEmitter.once(store, 'change');
  console.log(key, value);
  setTimeout(() => { for (let n = 0; n < 3; n += 1) store.emit('tick', n); }, 5);
  for await (const [n] of EventEmitter.on(store, 'tick')) { console.log('tick', n); if (n === 2) break; }
  console.log(store.listenerCount('tick'));
})();

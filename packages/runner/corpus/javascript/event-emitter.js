const EventEmitter = require('events');
class Shop extends EventEmitter { sell(item) { return this.emit('sold', item, this.listenerCount('sold')); } }
const shop = new Shop();
shop.on('sold', function (item, n) { console.log('first', item, n, this === shop); });
shop.once('sold', (item) => console.log('once', item));
shop.prependListener('sold', (item) => console.log('before', item));
console.log(shop.sell('tea'), shop.sell('milk'), shop.emit('nothing'));
console.log(shop.eventNames(), shop.listenerCount('sold'));
shop.off('sold', () => 1);
try { shop.emit('error', new Error('broken')); } catch (error) { console.log(error.message); }
try { shop.emit('error', 'text'); } catch (error) { console.log(error.message, error.code); }
const { once } = require('node:events');
once(shop, 'ready').then(([value]) => console.log('ready', value));
shop.emit('ready', 42);
shop.removeAllListeners('sold');
console.log(shop.sell('x'));

class ListNode { constructor(val, next = null) { this.val = val; this.next = next; } }
const fromArray = (values) => values.reduceRight((next, val) => new ListNode(val, next), null);
const reverse = (head) => { let prev = null; while (head) [head.next, prev, head] = [prev, head, head.next]; return prev; };
const list = reverse(fromArray([1, 2, 3, 4, 5]));
console.log(list);
const util = require('util');
console.log(util.inspect(list, { depth: null }), util.inspect(list, false, 0), util.inspect('x'), util.format('%s-%d', 'a', 1));
console.log(util.inspect({ a: [1, 2, { b: 3 }] }, { compact: false }), util.inspect({ b: 1, a: 2 }, { sorted: true }), util.inspect([1, 2, 3], { breakLength: 3 }));
function main() { console.log('main ran', typeof module, typeof exports, typeof __filename); }
if (require.main === module) main();

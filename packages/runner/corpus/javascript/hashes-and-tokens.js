const crypto = require('crypto');
const blocks = [];
const mine = (data, previous) => {
  for (let nonce = 0; ; nonce += 1) {
    const hash = crypto.createHash('sha256').update(`${previous}${data}${nonce}`).digest('hex');
    if (hash.startsWith('00')) return { data, previous, nonce, hash };
  }
};
for (const data of ['genesis', 'second', 'third']) blocks.push(mine(data, blocks.at(-1)?.hash ?? '0'));
for (const { data, nonce, hash } of blocks) console.log(data.padEnd(8), nonce, hash.slice(0, 12));
console.log(blocks.every((block, at) => at === 0 || block.previous === blocks[at - 1].hash));
const sign = (payload, secret) => { const body = Buffer.from(JSON.stringify(payload)).toString('base64url'); return `${body}.${crypto.createHmac('sha256', secret).update(body).digest('base64url')}`; };
const verify = (token, secret) => { const [body, mark] = token.split('.'); return crypto.timingSafeEqual(Buffer.from(mark), Buffer.from(crypto.createHmac('sha256', secret).update(body).digest('base64url'))) && JSON.parse(Buffer.from(body, 'base64url').toString()); };
const token = sign({ user: 'Ünal', admin: false }, 'secret');
console.log(token.length, verify(token, 'secret'), verify(token, 'other'));
console.log(crypto.createHash('md5').update('').digest('hex'), crypto.createHash('sha1').update('abc').digest('base64'), crypto.randomUUID().split('-').map((part) => part.length));

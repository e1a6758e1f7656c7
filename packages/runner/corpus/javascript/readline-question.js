const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout });
rl.question('Name? ', (name) => {
  rl.question('Age? ', (age) => {
    console.log(`Hello ${name}, next year you are ${Number(age) + 1}`);
    rl.close();
  });
});
rl.on('close', () => console.log('bye'));

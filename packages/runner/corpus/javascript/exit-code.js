process.on('exit', (code) => console.log('leaving with', code));
console.log('before');
setTimeout(() => console.log('never'), 1000);
process.exit(3);

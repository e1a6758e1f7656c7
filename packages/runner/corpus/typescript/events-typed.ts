import { EventEmitter } from 'events';
type Events = { message: [string, number]; close: [] };
class Typed extends EventEmitter { say<K extends keyof Events>(name: K, ...values: Events[K]): boolean { return this.emit(name, ...values); } }
const typed = new Typed(); typed.on('message', (text: string, n: number) => console.log(text, n)); typed.once('close', () => console.log('closed'));
console.log(typed.say('message', 'hi', 1), typed.say('close'), typed.say('close'));

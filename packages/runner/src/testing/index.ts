export { poolWhenNeeded } from './pool-when-needed.ts';

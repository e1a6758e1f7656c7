export { PoolWhenNeeded } from './pool-when-needed.ts';

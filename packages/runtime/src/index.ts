export { type Backup, backup, type Restored, restore } from './backup.ts';
export { type Config, ConfigError, readConfig, type TrustProxy } from './config.ts';
export { describeError } from './describe-error.ts';
export { makeLogger } from './make-logger.ts';
export { databaseFileOf, dataDirectoryOf, localUrl, type OpenedAssay, openAssay } from './open-assay.ts';
export { runProcess } from './run-process.ts';
export { loadSecret } from './secret.ts';
export { withoutOutbound } from './without-outbound.ts';

// `pnpm bench:worker`: what a completion sets off.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchDeliveries } from './deliveries.ts';

await benchDeliveries();
// A process of its own, so that the peak memory is that of the documents.
const script = fileURLToPath(new URL('documents.ts', import.meta.url));
execFileSync(process.execPath, ['--conditions=@assay/source', script], { stdio: 'inherit' });
process.exit(0);

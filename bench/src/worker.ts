// `pnpm bench:worker`: callbacks, PDF and Excel export.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { benchDeliveries } from './deliveries.ts';

await benchDeliveries();
// In separate processes, so that the peak memory is that of one export.
const script = fileURLToPath(new URL('documents.ts', import.meta.url));
for (const what of ['pdf', 'excel']) execFileSync(process.execPath, ['--conditions=@assay/source', script, what], { stdio: 'inherit' });
process.exit(0);

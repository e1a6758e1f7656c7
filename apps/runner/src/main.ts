#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// See the server's main.ts. What is imported statically is compiled before the cache is there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { runRunner } = await import('./runner-process.ts');
// The build puts both beside this file.
await runRunner({ child: new URL('runner-child.js', import.meta.url), assets: new URL('runner-assets/', import.meta.url) });

// A bare Node server, the lower limit of any start. It is JavaScript, because stripping types costs time and memory.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('ready'));
server.listen(Number(process.env.ASSAY_PORT ?? 0), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));

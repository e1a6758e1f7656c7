// Bare Node that listens: what no server can start faster than. JavaScript, because stripping types takes time and memory too.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('ready'));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));

/** The baseline: a bare `node:http` server that sends one constant body, of as many bytes as it is told. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = 'x'.repeat(Number(process.argv[2]));
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body, 'latin1');
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

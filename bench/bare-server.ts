import { createServer } from 'node:http';

/** The yardstick: node:http answering a fixed JSON text with 200 and nothing else, once the request is there. */
const body = JSON.stringify({ status: 'ok' });
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit(0));

import { connect, type Socket } from 'node:net';

/** A flood: each connection sends its request again as soon as an answer begins. */
export interface Flood {
  port: number;
  connections: number;
  /** The bytes of a request, in latin1. */
  request: string;
  seconds: number;
}

/** The number of answers by status, and of connections that the server closed. */
export type FloodResult = { answers: Record<string, number>; closed: number };

const RECONNECT_MS = 50;
const STATUS = /HTTP\/1\.1 (\d{3})/g;

/** Runs in a process of its own, so that it does not slow the measurement. */
process.once('message', async (flood: Flood) => {
  const result = await send(flood);
  process.send?.(result, undefined, {}, () => process.disconnect?.());
});

function send({ port, connections, request, seconds }: Flood): Promise<FloodResult> {
  const result: FloodResult = { answers: {}, closed: 0 };
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.add(socket);
    socket.on('connect', () => socket.write(request, 'latin1'));
    socket.on('data', (bytes) => {
      let begun = 0;
      for (const [, status = ''] of bytes.toString('latin1').matchAll(STATUS)) {
        result.answers[status] = (result.answers[status] ?? 0) + 1;
        begun++;
      }
      if (begun > 0 && !isOver) socket.write(request, 'latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (isOver) return;
      result.closed++;
      setTimeout(open, RECONNECT_MS).unref();
    });
  };
  for (let n = 0; n < connections; n++) open();
  return new Promise((resolve) => {
    setTimeout(() => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      resolve(result);
    }, seconds * 1_000);
  });
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import sharp from 'sharp';

const PICTURE_PIXELS = 1_200;

/**
 * The servers that Platen connects to: a picture at every path outside `/missing`, and a receiver of
 * webhooks.
 */
export class Outside {
  webhooks = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Outside> {
    const create = {
      width: PICTURE_PIXELS,
      height: PICTURE_PIXELS,
      channels: 3,
      background: 'teal',
    } as const;
    const picture = await sharp({ create }).png().toBuffer();
    const server = createServer((request, response) => {
      request.resume();
      if (request.method === 'POST') {
        outside.webhooks++;
        response.writeHead(204).end();
      } else if (request.url?.startsWith('/missing')) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length }).end(picture);
    });
    const outside = new Outside(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return outside;
  }

  /** host:port */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

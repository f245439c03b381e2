import type { IncomingMessage } from 'node:http';
import { RefusedWebhook } from './shop.ts';

/** Maximum size of a request body. The orders of shops are far smaller. */
const BODY_BYTES_MAX = 4 * 1_048_576;
/** A larger body is read up to this size, because many senders read the answer only at its end. */
const DISCARDED_BYTES_MAX = 16 * 1_048_576;
const BODY_TIMEOUT_MS = 5_000;
/** Memory that a chunk takes besides its bytes. Strangers may send chunks of one byte. */
const CHUNK_BYTES = 256;

/** Bodies that are arriving. Above a limit, the oldest is refused, so slow senders make room. */
class Share {
  /** The oldest first. */
  readonly arriving = new Set<{ refuse: (status: number, error: string) => void }>();
  bytes = 0;
  readonly #bodiesMax: number;
  readonly #bytesMax: number;

  constructor(bodiesMax: number, bytesMax: number) {
    this.#bodiesMax = bodiesMax;
    this.#bytesMax = bytesMax;
  }

  makeRoom(): void {
    for (const oldest of this.arriving) {
      if (this.arriving.size <= this.#bodiesMax && this.bytes <= this.#bytesMax) return;
      oldest.refuse(503, 'busy');
    }
  }
}

/** Receives the bodies of requests within limits for each address and in all. */
export class Bodies {
  readonly #all = new Share(2_000, 64 * 1_048_576);
  readonly #byAddress = new Map<string, Share>();

  /** Returns the body. Throws RefusedWebhook if it is too large or too slow, or must make room for others. */
  receive(request: IncomingMessage, address: string): Promise<Buffer> {
    const share = this.#byAddress.get(address) ?? new Share(256, 16 * 1_048_576);
    this.#byAddress.set(address, share);
    const shares = [share, this.#all];
    const chunks: Buffer[] = [];
    let length = 0;
    let held = 0;
    const hold = (bytes: number) => {
      held += bytes;
      for (const one of shares) one.bytes += bytes;
    };
    return new Promise((resolve, reject) => {
      const refuse = (status: number, error: string) => {
        end();
        reject(new RefusedWebhook(status, error));
      };
      const arrival = { refuse };
      const timeout = setTimeout(refuse, BODY_TIMEOUT_MS, 408, 'request_timeout');
      const take = (chunk: Buffer) => {
        length += chunk.length;
        if (length > DISCARDED_BYTES_MAX) return refuse(413, 'body_too_large');
        if (length > BODY_BYTES_MAX) {
          chunks.length = 0;
          return hold(-held);
        }
        chunks.push(chunk);
        hold(chunk.length + CHUNK_BYTES);
        for (const one of shares) one.makeRoom();
      };
      const end = () => {
        if (!share.arriving.delete(arrival)) return;
        this.#all.arriving.delete(arrival);
        clearTimeout(timeout);
        request.off('data', take);
        hold(-held);
        chunks.length = 0;
        if (share.arriving.size === 0) this.#byAddress.delete(address);
      };
      request.on('data', take);
      request.once('close', () => refuse(400, 'aborted'));
      request.once('end', () => {
        if (length > BODY_BYTES_MAX) return refuse(413, 'body_too_large');
        resolve(Buffer.concat(chunks));
        end();
      });
      for (const one of shares) {
        one.arriving.add(arrival);
        one.makeRoom();
      }
    });
  }
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Dispatcher, request } from 'undici';
import { connectPrinter, NoConnection, type OwnPort, PRINT_TIMEOUTS } from '../connect-printer.ts';
import { readPrinterAddress } from '../printer-address.ts';
import { sendIpp } from '../send-ipp.ts';
import { ANSWER_MS_MAX, readText, sendingMsMax, unansweredFault } from './bucket-outlet.ts';
import { MachineError, type SendOutlet, type SentJob } from './machine-outlet.ts';

/** An IPP job is held in memory. */
const IPP_BYTES_MAX = 64 * 1_048_576;
/** Statuses of a server that has not taken the file. After 502 and 504, it may have. */
const LATER_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 503]);

/** Opens an IPP printer. */
export function ippOutlet(address: string, ownPorts: readonly OwnPort[], stop: AbortSignal): SendOutlet {
  const connect = async () => {
    const endpoint = readPrinterAddress('ipp', address);
    if (!endpoint) throw new MachineError('unavailable', 'address_refused');
    try {
      return { endpoint, socket: await connectPrinter(endpoint, PRINT_TIMEOUTS, ownPorts, stop) };
    } catch (error) {
      throw error instanceof NoConnection ? new MachineError('unavailable', error.reason) : error;
    }
  };
  return {
    kind: 'send',
    async send({ fileName: jobName, mediaType: contentType, bytes: size, open, copies, widthMm, heightMm }) {
      if (size > IPP_BYTES_MAX) throw new MachineError('refused', 'file_too_large');
      const bytes = await buffer(await open());
      const { endpoint, socket } = await connect();
      const job = { jobName, contentType, bytes, copies, media: { widthMm, heightMm } };
      const outcome = await sendIpp(socket, endpoint, job, PRINT_TIMEOUTS, stop);
      if (outcome.result === 'printed') return;
      const faults = { not_printed: 'unavailable', refused: 'refused', unknown: 'unknown' } as const;
      throw new MachineError(faults[outcome.result], outcome.error);
    },
    async test() {
      const { socket } = await connect();
      socket.destroy();
    },
    close: async () => {},
  };
}

/** Opens a server that takes files as a form, `multipart/form-data`: first the ticket, then the file. */
export function httpOutlet(agent: Dispatcher, url: string, token: string | undefined): SendOutlet {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    kind: 'send',
    async send(job) {
      const { type, bytes, body } = await formOf(job);
      let answer: Dispatcher.ResponseData;
      try {
        answer = await request(url, {
          method: 'POST',
          dispatcher: agent,
          headers: {
            ...authorization,
            'content-type': type,
            'content-length': String(bytes),
            'idempotency-key': job.key,
            'user-agent': 'Platen',
          },
          body,
          signal: AbortSignal.timeout(sendingMsMax(bytes)),
        });
        await readText(answer.body);
      } catch (error) {
        throw unansweredFault(error, true);
      } finally {
        body.destroy();
      }
      const { statusCode: status } = answer;
      if (status >= 200 && status < 300) return;
      if (status === 401 || status === 403) throw new MachineError('unavailable', 'credentials_refused');
      throw new MachineError(
        LATER_STATUSES.has(status) ? 'unavailable' : status >= 500 ? 'unknown' : 'refused',
        `status_${status}`,
      );
    },
    async test() {
      const options = { dispatcher: agent, headers: authorization, signal: AbortSignal.timeout(ANSWER_MS_MAX) };
      const answer = await request(url, { method: 'OPTIONS', ...options }).catch((error) =>
        Promise.reject(unansweredFault(error, false)),
      );
      await readText(answer.body);
      if (answer.statusCode === 401 || answer.statusCode === 403)
        throw new MachineError('unavailable', 'credentials_refused');
    },
    close: async () => {},
  };
}

async function formOf(job: SentJob): Promise<{ type: string; bytes: number; body: Readable }> {
  const { fileName, ticketName, ticket, mediaType, bytes, open, key } = job;
  const boundary = `platen-${key}`;
  const head = (name: string, file: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${encodeURI(file)}"\r\nContent-Type: ${type}\r\n\r\n`;
  const before = Buffer.from(
    `${ticketName === null ? '' : `${head('ticket', ticketName, 'application/octet-stream')}${ticket}\r\n`}${head('file', fileName, mediaType)}`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const content = await open();
  const body = Readable.from(
    (async function* () {
      yield before;
      yield* content;
      yield after;
    })(),
  );
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: before.length + bytes + after.length, body };
}

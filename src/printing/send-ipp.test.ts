import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { readPrinterAddress } from './printer-address.ts';
import { sendIpp } from './send-ipp.ts';

const SUCCESS = Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 3]);
const MIB = 1_048_576;

test('a printer that takes a long document slowly is not one that takes nothing', async () => {
  const timeouts = { connectMs: 1_000, stallMs: 400, answerMs: 5_000 };
  const bytes = Buffer.alloc(MIB, '%');
  let takenBytes = 0;
  const printer = new Duplex({
    read() {},
    write({ length }: Buffer, _encoding, taken) {
      takenBytes += length;
      // The whole takes longer than nothing may be taken, and no part of it does.
      setTimeout(taken, (length / MIB) * 2 * timeouts.stallMs);
    },
  });
  const document = {
    jobName: 'Packing slip',
    contentType: 'application/pdf',
    bytes,
    copies: 1,
    media: { widthMm: 210, heightMm: 297 },
  };
  const endpoint = readPrinterAddress('ipp', 'ipp://10.0.0.8/ipp/print')!;
  const sent = sendIpp(printer as Socket, endpoint, document, timeouts, new AbortController().signal);
  const answer = setInterval(() => {
    if (takenBytes <= bytes.length) return;
    clearInterval(answer);
    printer.push(`HTTP/1.1 200 OK\r\nContent-Length: ${SUCCESS.length}\r\n\r\n`);
    printer.push(SUCCESS);
  }, 20);
  try {
    assert.deepEqual(await sent, { result: 'printed' });
  } finally {
    clearInterval(answer);
  }
});

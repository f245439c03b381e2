import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { readPrinterAddress } from './printer-address.ts';
import { decodeAnswer, encodePrintJob, sendIpp } from './send-ipp.ts';

const SUCCESS = Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 3]);
const MIB = 1_048_576;

test('a long document that the printer takes slowly does not run into the stall timeout', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const timeouts = { connectMs: 1_000, stallMs: 400, answerMs: 5_000 };
  const bytes = Buffer.alloc(MIB, '%');
  let takenBytes = 0;
  const printer = new Duplex({
    read() {},
    write({ length }: Buffer, _encoding, taken) {
      takenBytes += length;
      // The whole document takes longer than the stall timeout; each part takes less.
      t.mock.timers.tick((length / MIB) * 2 * timeouts.stallMs);
      taken();
      if (takenBytes <= bytes.length) return;
      printer.push(`HTTP/1.1 200 OK\r\nContent-Length: ${SUCCESS.length}\r\n\r\n`);
      printer.push(SUCCESS);
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
  assert.deepEqual(await sent, { result: 'printed' });
});

test('a request by IPP is encoded by RFC 8010', () => {
  const bytes = encodePrintJob({
    printerUri: 'ipp://10.0.0.8:631/ipp/print',
    jobName: 'ä'.repeat(200),
    documentFormat: 'application/pdf',
    copies: 3,
    media: { widthMm: 100, heightMm: 150.5 },
  });
  assert.equal(bytes.subarray(0, 9).toString('hex'), '010100020000000101');
  assert.equal(
    bytes.subarray(9, 9 + 29).toString('hex'),
    `470012${Buffer.from('attributes-charset').toString('hex')}0005${Buffer.from('utf-8').toString('hex')}48`.slice(
      0,
      62,
    ),
  );
  const text = bytes.toString('latin1');
  assert.ok(text.includes('\x45\x00\x0bprinter-uri\x00\x1cipp://10.0.0.8:631/ipp/print'));
  assert.ok(text.includes('\x42\x00\x08job-name\x00\xfe'));
  assert.ok(text.includes('\x02\x21\x00\x06copies\x00\x04\x00\x00\x00\x03'));
  assert.ok(text.includes('\x34\x00\x09media-col\x00\x00\x4a\x00\x00\x00\x0amedia-size\x34\x00\x00\x00\x00'));
  assert.ok(text.includes('x-dimension\x21\x00\x00\x00\x04\x00\x00\x27\x10\x4a'));
  assert.ok(
    text.endsWith('y-dimension\x21\x00\x00\x00\x04\x00\x00\x3a\xca\x37\x00\x00\x00\x00\x37\x00\x00\x00\x00\x03'),
  );
});

test('an answer by IPP is read as printed, temporary failure, refusal, or no answer', () => {
  const answer = (status: number, attributes = Buffer.alloc(0)) => {
    const head = Buffer.from([1, 1, status >> 8, status & 0xff, 0, 0, 0, 1]);
    return decodeAnswer(Buffer.concat([head, attributes, Buffer.from([3])]));
  };
  const jobState = (state: number) =>
    Buffer.concat([Buffer.from([2, 0x23, 0, 9]), Buffer.from('job-state'), Buffer.from([0, 4, 0, 0, 0, state])]);
  assert.equal(answer(0)?.isSuccess, true);
  assert.equal(answer(1, jobState(3))?.isSuccess, true);
  assert.deepEqual(answer(0, jobState(8)), { isSuccess: false, isTemporary: false, status: 'job_aborted' });
  assert.deepEqual(answer(0x0507), { isSuccess: false, isTemporary: true, status: 'busy' });
  assert.deepEqual(answer(0x040a), {
    isSuccess: false,
    isTemporary: false,
    status: 'document_format_not_supported',
  });
  assert.equal(answer(0x04ff)?.status, 'status_0x04ff');
  assert.equal(answer(0, Buffer.from([2, 0x23, 0xff, 0xff]))?.isSuccess, true);
  assert.equal(decodeAnswer(Buffer.from('HTTP')), undefined);
});

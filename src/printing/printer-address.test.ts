import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBePrinter, readPrinterAddress } from './printer-address.ts';
import { nextPrintAttempt, outcomeOfBreak, ZPL } from './printing-rules.ts';

test('a raw printer is a host, with the usual port where none is given', () => {
  for (const [address, host, port] of [
    ['10.0.0.7', '10.0.0.7', 9100],
    ['labels.local', 'labels.local', 9100],
    ['Labels-1:6101', 'labels-1', 6101],
    ['fd12::7', 'fd12::7', 9100],
    ['[fd12::7]:9101', 'fd12::7', 9101],
  ] as const) {
    const read = readPrinterAddress('raw', address);
    assert.deepEqual([read?.host, read?.port], [host, port], address);
  }
});

test('an IPP printer is a URI; encrypted or not, with its path', () => {
  for (const [address, port, isEncrypted, uri] of [
    ['ipp://10.0.0.8/ipp/print', 631, false, 'ipp://10.0.0.8:631/ipp/print'],
    ['IPPS://printer.local/ipp/print', 631, true, 'ipps://printer.local:631/ipp/print'],
    ['http://10.0.0.8:80/x', 80, false, 'ipp://10.0.0.8:80/x'],
    ['https://10.0.0.8/x', 443, true, 'ipps://10.0.0.8:443/x'],
    ['ipp://localhost:8631/printers/a4?x=1', 8631, false, 'ipp://localhost:8631/printers/a4?x=1'],
  ] as const) {
    const read = readPrinterAddress('ipp', address);
    assert.deepEqual([read?.port, read?.isEncrypted, read?.uri], [port, isEncrypted, uri], address);
  }
});

test('what is no address of its kind, has credentials, or is never a printer is refused', () => {
  const raw = [
    '',
    ' ',
    'a b',
    'http://10.0.0.7',
    '10.0.0.7/x',
    '10.0.0.7:0',
    '10.0.0.7:70000',
    'u@10.0.0.7',
    '10.0.0.7?x',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '::',
  ];
  for (const address of raw) assert.equal(readPrinterAddress('raw', address), undefined, address);
  const ipp = [
    '10.0.0.8',
    'ftp://10.0.0.8',
    'ipp://u:p@10.0.0.8/',
    'ipp://',
    'ipp://169.254.169.254/x',
    'ipp://[fd00:ec2::254]/',
    'ipp://10.0.0.8/#x',
    'ipp://10.0.0.8:99999/',
  ];
  for (const address of ipp) assert.equal(readPrinterAddress('ipp', address), undefined, address);
  assert.equal(readPrinterAddress('browser', '10.0.0.7'), undefined);
});

test('a printer may be private, and is never multicast or what a cloud answers with its secrets', () => {
  for (const ip of ['10.0.0.7', '192.168.1.2', '127.0.0.1', 'fd12::7', '169.254.10.2', '8.8.8.8'])
    assert.ok(mayBePrinter(ip), ip);
  for (const ip of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::ffff:0:a9fe:a9fe',
    '169.254.170.2',
    '100.100.100.200',
    'fd00:ec2::23',
    '0.0.0.0',
    '::',
    '224.0.0.251',
    'ff02::1',
    '255.255.255.255',
    'labels',
  ])
    assert.equal(mayBePrinter(ip), false, ip);
});

test('a label whose end was not sent cannot have been printed; anything else may have been', () => {
  const label = Buffer.from('^XA^FDone^FS^XZ^XA^FDtwo^FS^XZ');
  const at = (bytes: number, type: string = ZPL) => outcomeOfBreak(type, label, bytes, 'x').result;
  assert.deepEqual(
    [0, 5, 14].map((bytes) => at(bytes)),
    Array(3).fill('not_printed'),
  );
  assert.deepEqual(
    [15, 20, label.length].map((bytes) => at(bytes)),
    Array(3).fill('unknown'),
  );
  assert.equal(at(0, 'application/pdf'), 'not_printed');
  assert.equal(at(1, 'application/pdf'), 'unknown');
});

test('attempts wait longer each time, up to the longest', () => {
  const now = new Date('2026-01-31T12:00:00.000Z');
  const waits = [1, 2, 3, 9].map((failures) => nextPrintAttempt(failures, [2, 5, 30], now).getTime() - now.getTime());
  assert.deepEqual(waits, [2_000, 5_000, 30_000, 30_000]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePapers, chooseReprints, papersToRequest } from './parcel-paper-rules.ts';

const madeOf = Buffer.from('one');
const label = {
  kind: 'LABEL',
  source: 'OURS',
  contentType: 'application/pdf',
  sha256: null,
  printerId: 'p',
  madeOf,
} as const;
const earlier = { kind: 'LABEL', copy: 1, state: 'enqueued', madeOf, jobId: 'j1' } as const;
const chosen = (before: Parameters<typeof choosePapers>[1]) =>
  choosePapers([label], before).map(({ copy, repeats }) => [copy, repeats]);

test('a paper is requested once, and again if it could not be drawn', () => {
  assert.deepEqual(chosen([]), [[1, null]]);
  assert.deepEqual(chosen([earlier]), []);
  assert.deepEqual(chosen([{ ...earlier, state: 'drawing' }]), []);
  assert.deepEqual(chosen([{ ...earlier, state: 'not_made' }]), [[2, null]]);
});

test('a printed paper whose contents have changed is requested again, and names the print job it replaces', () => {
  assert.deepEqual(chosen([{ ...earlier, madeOf: Buffer.from('two') }]), [[2, 'j1']]);
});

test('a reprint takes the wanted papers, whether they were printed or not', () => {
  const reprints = (kinds: ('LABEL' | 'CUSTOMS')[]) =>
    chooseReprints([label], [earlier], { kinds, reason: 'SMEAR' }).map(({ copy, repeats }) => [copy, repeats]);
  assert.deepEqual(reprints(['LABEL', 'CUSTOMS']), [[2, 'j1']]);
  assert.deepEqual(reprints(['CUSTOMS']), []);
});

test('an address label goes to paper of its size, and to a printer of stickers only if there is no other', () => {
  const printer = (printerId: string, mediaTypes: string[], [mediaWidthMm, mediaHeightMm]: [number, number]) => ({
    ...{ printerId, mediaTypes, mediaWidthMm, mediaHeightMm, dotsPerInch: 203 },
  });
  const stickers = printer('stickers', ['application/zpl'], [100, 50]);
  const labels = printer('labels', ['application/zpl', 'application/pdf'], [100, 150]);
  const sheets = printer('sheets', ['application/pdf'], [210, 297]);
  const order = { content: { orderId: 'A', items: [], shipping: { address: { country: 'DE', postalCode: '10115' } } } };
  for (const [printers, expected] of [
    [[stickers, labels, sheets], 'labels application/zpl'],
    [[stickers, sheets], 'sheets application/pdf'],
    [[stickers], 'stickers application/zpl'],
    [[sheets, labels], 'labels application/zpl'],
  ] as const) {
    const { papers } = papersToRequest(order as never, [], {
      ...{ usedFiles: [], customsForm: 'NONE', printers, kept: [], latest: [] },
      ...{ variantOf: () => undefined, hashOf: (text: string) => Buffer.from(text) },
    } as never);
    const paper = papers.find(({ kind }) => kind === 'LABEL');
    assert.equal(`${paper?.printerId} ${paper?.contentType}`, expected);
  }
});

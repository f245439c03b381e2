import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { PaperPress } from './paper-press.ts';
import type { JobTicket } from './paper-types.ts';
import { readCodes, readPages } from './test-support/read-papers.ts';
import { PAPER_OPTIONS, SWISS, sampleLabel, sampleTicket } from './test-support/sample-papers.ts';

const press = new PaperPress();
after(() => press.close());

test('a print run is one document, drawn in a thread, with notes about unprintable parts', async () => {
  const tickets = [sampleTicket(1), sampleTicket(2, { orderId: 'X'.repeat(400) })];
  const { pdf, notes } = press.print('ticket-stickers', tickets, PAPER_OPTIONS);
  const pages = await readPages(await buffer(pdf));
  assert.deepEqual(await notes, [{ paper: 1, about: 'order', problem: 'cut' }]);
  for (const [index, { code }] of tickets.entries())
    assert.deepEqual((await readCodes(pages[index]!.png)).bars, [code]);
});

test('a label does not wait for a long run, which takes no more parts than are read', async () => {
  let taken = 0;
  async function* many(): AsyncGenerator<JobTicket> {
    for (; taken < 10_000; taken++) yield sampleTicket(taken + 1);
  }
  const long = press.print('ticket-stickers', many(), PAPER_OPTIONS);
  long.notes.catch(() => {});
  long.pdf.on('error', () => {});
  const label = press.print('address-labels', [sampleLabel(SWISS)], PAPER_OPTIONS);
  const pages = await readPages(await buffer(label.pdf));
  assert.equal((await readCodes(pages[0]!.png)).bars.length, 1);
  assert.ok(taken < 5_000, `${taken} of 10,000 tickets were taken though nobody reads them`);
  long.pdf.destroy();
  await assert.rejects(long.notes);
});

test('a failing part or source fails only its own run', async () => {
  const broken = press.print('ticket-stickers', [{} as JobTicket], PAPER_OPTIONS);
  const other = press.print('ticket-stickers', [sampleTicket(3)], PAPER_OPTIONS);
  await assert.rejects(buffer(broken.pdf));
  async function* failing(): AsyncGenerator<JobTicket> {
    yield sampleTicket(1);
    throw new Error('The source broke.');
  }
  const cut = press.print('ticket-stickers', failing(), PAPER_OPTIONS);
  await assert.rejects(buffer(cut.pdf), /The source broke/);
  assert.equal((await readPages(await buffer(other.pdf))).length, 1);
});

test('a run without parts is a valid document', async () => {
  const { pdf, notes } = press.print('ticket-sheets', [], PAPER_OPTIONS);
  assert.equal((await readPages(await buffer(pdf))).length, 1);
  assert.deepEqual(await notes, []);
});

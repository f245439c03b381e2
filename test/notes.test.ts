import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { assigned } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

type Person = Awaited<ReturnType<typeof signedIn>>;

let server: TestServer;
let customer: Customer;
let author: Person;
let colleague: Person;
let admin: Person;
/** The subjects that can have notes: an order, an article. */
let places: [subject: string, path: string, notFound: string][];
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
  [author, colleague] = [await signedIn(server, 'office'), await signedIn(server, 'office')];
  admin = await signedIn(server);
  const orderId = await assigned(server, customer, { orderId: 'NOTED/1' });
  places = [
    [
      `order:${customer.clientId}/${orderId}`,
      `/orders/${customer.clientId}/${encodeURIComponent(orderId)}/notes`,
      'order_not_found',
    ],
    ['article:ST-CREATOR', '/articles/ST-CREATOR/notes', 'article_not_found'],
  ];
});
after(() => server.close());

test('only its author writes, corrects and deletes a note', async () => {
  for (const [, path] of places) {
    const noted = await author.send('POST', path, { text: 'Ada calls back.\nOn Monday.' });
    assert.equal(noted.status, 201, noted.text);
    const { noteId, authorId, authorName } = noted.json;
    assert.deepEqual([authorId, authorName], [author.account.operatorId, 'Ada Lovelace']);
    assert.deepEqual((await colleague.send('GET', path)).json, [noted.json]);
    const foreign = await colleague.send('PUT', `${path}/${noteId}`, { text: 'No.' });
    assert.deepEqual([foreign.status, foreign.json.error], [403, 'not_permitted']);
    assert.equal((await colleague.send('DELETE', `${path}/${noteId}`)).status, 403);
    const corrected = await author.send('PUT', `${path}/${noteId}`, { text: 'On Tuesday.' });
    assert.deepEqual([corrected.json.text, typeof corrected.json.changed], ['On Tuesday.', 'string']);
    const again = await author.send('PUT', `${path}/${noteId}`, { text: 'On Tuesday.' });
    assert.deepEqual(again.json, corrected.json);
    assert.equal((await author.send('DELETE', `${path}/${noteId}`)).status, 204);
    assert.deepEqual((await author.send('GET', path)).json, []);
    assert.equal((await author.send('DELETE', `${path}/${noteId}`)).json.error, 'note_not_found');
  }
});

test('an admin corrects and deletes the notes of others, and a note keeps its author', async () => {
  for (const [, path] of places) {
    const { noteId, authorId } = (await author.send('POST', path, { text: 'Her number is 030 1234.' })).json;
    const corrected = await admin.send('PUT', `${path}/${noteId}`, {
      text: 'Ask the office for the number.',
    });
    assert.deepEqual([corrected.status, corrected.json.authorId], [200, authorId]);
    assert.equal((await admin.send('DELETE', `${path}/${noteId}`)).status, 204);
  }
});

test('the audit log records who changed whose note, without its text', async () => {
  for (const [subject, path] of places) {
    const { noteId } = (await author.send('POST', path, { text: 'Secret 4711' })).json;
    await admin.send('PUT', `${path}/${noteId}`, { text: 'Secret 4712' });
    await admin.send('PUT', `${path}/${noteId}`, { text: 'Secret 4712' });
    await admin.send('DELETE', `${path}/${noteId}`);
    const record = await admin.send('GET', `/audit?${new URLSearchParams({ subject })}`);
    assert.ok(!record.text.includes('Secret') && !record.text.includes('030 1234'));
    const ofNote = record.json.filter((one: { detail?: { noteId: string } }) => one.detail?.noteId === noteId);
    const kind = subject.split(':')[0];
    assert.deepEqual(ofNote.map((one: { action: string }) => one.action).reverse(), [
      `${kind}.note_added`,
      `${kind}.note_changed`,
      `${kind}.note_deleted`,
    ]);
    assert.deepEqual(ofNote[0].detail, { noteId, authorName: 'Ada Lovelace' });
    assert.equal(ofNote[0].actor.id, admin.account.operatorId);
  }
  const articles = await admin.send('GET', '/audit?subject=article');
  assert.equal(articles.json[0].subject.name, 'Creator Tee');
});

test('customers cannot read notes, and invalid notes and unknown subjects are refused', async () => {
  for (const [, path, notFound] of places) {
    await author.send('POST', path, { text: 'Between us.' });
    assert.equal((await author.send('POST', path, { text: ' \n ' })).status, 400);
    const nowhere = path.replace(/[^/]+\/notes$/, 'NONE/notes');
    assert.equal((await author.send('POST', nowhere, { text: 'x' })).json.error, notFound);
    assert.equal((await author.send('GET', nowhere)).json.error, notFound);
    assert.equal((await author.send('DELETE', `${path}/x`)).json.error, 'note_not_found');
  }
  const read = await customer.get(`/v1/orders/${encodeURIComponent('NOTED/1')}`);
  assert.ok(!read.text.includes('Between us'));
  assert.equal((await customer.get('/v1/orders/NOTED%2F1/notes')).status, 404);
  assert.ok(!(await customer.get('/v1/articles/ST-CREATOR')).text.includes('Between us'));
});

test('a viewer reads notes but cannot write them', async () => {
  const viewer = await signedIn(server, 'viewer');
  for (const [, path] of places) {
    assert.equal((await viewer.send('GET', path)).status, 200);
    assert.equal((await viewer.send('POST', path, { text: 'x' })).status, 403);
  }
});

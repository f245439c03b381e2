import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';

const PATH = '/settings/checklist';
const ADDRESS = ['Weg 1', '20095 Hamburg', 'GERMANY'];

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  server = await startTestServer();
  admin = await signedIn(server);
});
after(() => server.close());

async function doneSteps(): Promise<string[]> {
  const { status, json } = await admin.send('GET', PATH);
  assert.equal(status, 200);
  return json.steps.filter(({ done }: { done: boolean }) => done).map(({ name }: { name: string }) => name);
}

test('each step of the checklist becomes done by what it names', async () => {
  assert.deepEqual(await doneSteps(), []);
  await server.newClient({ mode: 'sandbox' });
  await server.newClient({ scope: 'operator' });
  assert.deepEqual(await doneSteps(), [], 'a sandbox and a program are no customers');
  await server.newClient();
  await signedIn(server, 'floor');
  const shop = { name: 'Nord', address: ADDRESS, timeZone: 'Europe/Berlin', workingDays: ['MON', 'TUE'] };
  await admin.send('PUT', '/settings/shop', shop);
  assert.deepEqual(await doneSteps(), ['center', 'timeZone', 'workingDays', 'sender', 'staff', 'client']);
});

test('the step of printers names the sizes of paper without a printer', async () => {
  const missing = async () => {
    const { json } = await admin.send('GET', PATH);
    return json.steps.find(({ name }: { name: string }) => name === 'printers').missing;
  };
  assert.deepEqual(await missing(), ['A4', 'LABEL']);
  const sheet = { mediaTypes: ['application/pdf'], mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 600 };
  await admin.send('POST', '/printers', { name: 'Office', kind: 'browser', ...sheet });
  assert.deepEqual(await missing(), ['LABEL']);
  const label = { mediaTypes: ['application/zpl'], mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203 };
  await admin.send('POST', '/printers', { name: 'Labels', kind: 'browser', ...label });
  assert.equal(await missing(), undefined);
});

test('a dismissed checklist is dismissed for every admin, and only admins read it', async () => {
  assert.equal((await admin.send('PUT', PATH, { dismissed: true })).json.dismissed, true);
  const other = await signedIn(server);
  assert.equal((await other.send('GET', PATH)).json.dismissed, true);
  const [entry] = (await admin.send('GET', '/audit?subject=service&limit=1')).json;
  assert.equal(entry.action, 'service.checklist_dismissed');
  assert.equal((await other.send('PUT', PATH, { dismissed: false })).json.dismissed, false);
  const office = await signedIn(server, 'office');
  assert.equal((await office.send('GET', PATH)).status, 403);
});

test('backups and a public address with TLS come from the environment', async () => {
  const served = await startTestServer({ BACKUP_DIR: '/tmp', BASE_URL: 'https://print.example.com' });
  try {
    const person = await signedIn(served);
    const { steps } = (await person.send('GET', PATH)).json;
    const done = steps.flatMap((step: { name: string; done: boolean }) => (step.done ? [step.name] : []));
    assert.deepEqual(done, ['backups', 'publicAddress']);
  } finally {
    await served.close();
  }
});

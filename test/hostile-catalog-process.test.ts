import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { makeUsedDataDir, platen, startPlaten, tokenOf } from './support/platen-process.ts';

const BODY_BYTES = 31 * 1_048_576;
const FAULTS_MAX = 10_000;
/**
 * Maximum memory of the server process, in MiB. An idle server uses about 190, and V8 keeps some memory of
 * earlier bodies.
 */
const MEMORY_MIB_MAX = 600;

const HEADER = 'carrierId,name\n';
const BODIES = {
  'blank lines': ['\n', 'file: The file has no header row.'],
  commas: [',', 'file line 1: The row has more than 16,384 cells; delete the empty columns at its end.'],
  quotes: [
    '"',
    'file line 1: The row is longer than 128,000 characters; is a quote not closed, or a line break missing?',
  ],
  'one line': [
    'x',
    'file line 1: The row is longer than 128,000 characters; is a quote not closed, or a line break missing?',
  ],
  'faulty rows': ['x\n', 'file line 2: The row has 1 cells, and the header has 2.', HEADER],
} as const;

const { dataDir } = await makeUsedDataDir({ after });

test('an invalid catalogue of 31 MiB is refused with its faults, in little memory, while other requests are answered', async (t) => {
  const args = ['client', 'create', '--name', 'Office', '--scope', 'operator', '--json'];
  const client = JSON.parse((await platen(t, args, { DATA_DIR: dataDir })).stdout);
  const server = await startPlaten(t, { DATA_DIR: dataDir });
  const token = await tokenOf(server.url, client);
  for (const [name, [text, first, header = '']] of Object.entries(BODIES)) {
    const body = Buffer.concat([Buffer.from(header), Buffer.alloc(BODY_BYTES, text)]);
    let isUnderWay = true;
    const imported = fetch(`${server.url}/operator/v1/catalog/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${token}` },
      body,
    }).then(async (answer) => {
      const json = await answer.json();
      isUnderWay = false;
      return { status: answer.status, json };
    });
    let answered = 0;
    while (isUnderWay) {
      const other = await fetch(`${server.url}/operator/v1/carriers`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await other.body?.cancel();
      assert.equal(other.status, 200, name);
      if (isUnderWay) answered++;
    }
    const { status, json } = await imported;
    assert.deepEqual([status, json.error], [400, 'invalid_request'], name);
    assert.ok(json.violations.length <= FAULTS_MAX, `${name}: ${json.violations.length} violations`);
    assert.equal(`${json.violations[0].pointer}: ${json.violations[0].message}`, first, name);
    assert.ok(answered > 0, `${name}: no other request was answered meanwhile`);
  }
  if (process.platform !== 'linux') return;
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
  assert.ok(peak < MEMORY_MIB_MAX, `${Math.round(peak)} MiB`);
});

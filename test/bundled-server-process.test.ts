import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
/** As bin/platen.js loads what `npm ci` made of the server. */
const FAIL = `
import { setSourceMapsSupport } from 'node:module';
import { BUNDLE, findBundle } from '${join(ROOT, 'bin/bundled-server.js')}';
if (findBundle()) {
  setSourceMapsSupport(true, { nodeModules: true });
  const { startServer } = await import(BUNDLE + '/start-server.js');
  await startServer({}, {}).catch(({ stack }) => process.stdout.write(stack));
}`;

test('an error of the bundled server names the file and line of its source', (t) => {
  const stack = execFileSync(process.execPath, ['--input-type=module', '--eval', FAIL], { encoding: 'utf8' });
  if (stack === '') return t.skip('the sources have changed since npm ci, so they are run themselves');
  assert.match(stack, /src\/start\/start-server\.ts:\d+:\d+/);
});

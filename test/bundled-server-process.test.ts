import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
/** As bin/platen.js loads what `npm ci` made of the server, or the sources themselves where they have changed since. */
const FAIL = `
import { setSourceMapsSupport } from 'node:module';
import { BUNDLE, findBundle } from '${join(ROOT, 'bin/bundled-server.js')}';
setSourceMapsSupport(true, { nodeModules: true });
const file = findBundle() ? BUNDLE + '/start-server.js' : '${join(ROOT, 'src/start/start-server.ts')}';
const { startServer } = await import(file);
await startServer({}, {}).catch(({ stack }) => process.stdout.write(stack));`;

test('an error of the bundled server names the file and line of its source', () => {
  const stack = execFileSync(process.execPath, ['--input-type=module', '--eval', FAIL], { encoding: 'utf8' });
  assert.match(stack, /src\/start\/start-server\.ts:\d+:\d+/);
});

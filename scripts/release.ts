import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasedChangelog } from './released-changelog.ts';

// `npm run release -- 1.2.0` runs checks and tests, and writes the version into every package and the
// changelog. It also stores a database of the version for upgrade tests, commits and tags.

const ROOT = join(import.meta.dirname, '..');
const [version] = process.argv.slice(2);

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
const read = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim();

try {
  if (!version || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Say which version: npm run release -- 1.2.0');
  if (read('git', 'status', '--porcelain')) throw new Error('Commit or put away what is not committed first.');
  if (read('git', 'tag', '--list', `v${version}`)) throw new Error(`v${version} has been released.`);
  const changelogFile = join(ROOT, 'CHANGELOG.md');
  const today = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(readFileSync(changelogFile, 'utf8'), version, today);
  run('npm', 'version', version, '--no-git-tag-version', '--workspaces', '--include-workspace-root');
  writeFileSync(changelogFile, changelog);
  run('npm', 'run', 'openapi');
  run('npm', 'run', 'check');
  run('npm', 'test');
  run('npm', 'run', 'test:long');
  run('npm', 'run', 'test:faults');
  run('node', 'scripts/make-release-fixture.ts', version);
  run('git', 'add', 'test/fixtures/releases');
  run('git', 'commit', '--all', '--message', `Release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Platen ${version}`);
  process.stdout.write(`Released ${version}. Push it: git push --follow-tags\n`);
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

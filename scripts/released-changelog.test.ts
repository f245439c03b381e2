import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releasedChangelog } from './released-changelog.ts';

test('unreleased changes move below the new version, and an empty section remains for the next ones', () => {
  assert.equal(
    releasedChangelog('# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n', '0.2.0', '2026-11-22'),
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-22)\n\n- New.\n\n## 0.1.0\n\n- Old.\n',
  );
});

test('a release without changes is refused', () => {
  assert.throws(() => releasedChangelog('## Unreleased\n\n## 0.1.0\n\n- Old.\n', '0.2.0', '2026-11-22'), /nothing/);
  assert.throws(() => releasedChangelog('# Changelog\n', '0.2.0', '2026-11-22'), /nothing/);
});

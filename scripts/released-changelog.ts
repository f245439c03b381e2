const UNRELEASED = '## Unreleased\n';

/**
 * Returns the changelog with the unreleased changes below the version and its date (YYYY-MM-DD). Throws if
 * there are none.
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before, after] = changelog.split(UNRELEASED);
  const changes = after?.split(/^## /m, 1)[0]?.trim();
  if (!changes) throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  return `${before}${UNRELEASED}\n## ${version} (${date})\n${after}`;
}

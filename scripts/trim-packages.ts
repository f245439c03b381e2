import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Run by npm ci: removes 85 MB of packages that nothing loads.
const NEEDLESS = [
  // The headers of Node, for programs that are compiled against it.
  'node-*/include',
  // The same renderer for other module systems.
  'zpl-renderer-js/dist/index.{cjs,umd}.js',
];

const packages = join(import.meta.dirname, '../node_modules');
for (const path of globSync(NEEDLESS, { cwd: packages })) rmSync(join(packages, path), { recursive: true });

import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// `npm ci` runs this. It removes 85 MB of package files that nothing loads.
const NEEDLESS = [
  // Node's headers, for compiling native code.
  'node-*/include',
  // The same renderer for other module systems.
  'zpl-renderer-js/dist/index.{cjs,umd}.js',
];

const packages = join(import.meta.dirname, '../node_modules');
for (const path of globSync(NEEDLESS, { cwd: packages })) rmSync(join(packages, path), { recursive: true });

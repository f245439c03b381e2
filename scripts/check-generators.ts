import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// `npm run check:generators` lints openapi.json with the newest Spectral and Redocly. It generates clients
// with the newest openapi-typescript, orval and swagger-typescript-api, and compiles them in strict mode.
// It downloads these tools, some 300 MB, from npm into a temporary folder.

const ROOT = join(import.meta.dirname, '..');
const TOOLS = ['@stoplight/spectral-cli', '@redocly/cli', 'openapi-typescript', 'orval', 'swagger-typescript-api'];
/** The packages that generated code imports, and the last compiler that all generators support. */
const LIBRARIES = ['openapi-fetch', 'axios', 'zod', 'typescript@5'];
/** Uses the types of openapi-typescript as an integrator does. */
const PROGRAM = `import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.js';

const client = createClient<paths>({ baseUrl: 'http://localhost:8080' });
const address = { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin' };
const { data, error } = await client.POST('/v1/orders', {
  body: {
    orderId: 'SHOP-1',
    items: [{ quantity: 1, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } }],
    shipping: { address: { ...address, personName: 'Ada', country: 'DE' } },
    unitPriceCurrency: 'EUR',
  },
});
if (error) throw new Error(\`\${error.message} \${error.violations?.map(({ pointer }) => pointer)}\`);
console.log(data.orderId, data.status, data.items[0]?.id);
const query = { status: ['NEW', 'ASSIGNED'] as ('NEW' | 'ASSIGNED')[], limit: 5 };
const { data: orders = [] } = await client.GET('/v1/orders', { params: { query } });
for (const { orderId, created } of orders) console.log(orderId, created);
`;
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "generated", "private": true, "type": "module" }',
  '.spectral.yaml': 'extends: ["spectral:oas"]',
  'redocly.yaml': 'extends: [recommended]\nrules: { no-server-example.com: off }',
  'orval.config.mjs': `const input = './openapi.json';
const to = (client) => ({ input, output: { target: \`./generated/orval-\${client}.ts\`, client } });
export default { fetch: to('fetch'), axios: to('axios-functions'), zod: to('zod') };
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
      ...{ noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'] },
    },
    include: ['generated'],
  }),
  'generated/openapi-fetch.ts': PROGRAM,
};
const RUNS: [name: string, command: string, args: string[]][] = [
  ['@stoplight/spectral-cli', 'spectral', ['lint', 'openapi.json', '--fail-severity=warn']],
  ['@redocly/cli', 'redocly', ['lint', 'openapi.json']],
  ['openapi-typescript', 'openapi-typescript', ['openapi.json', '-o', 'generated/openapi-typescript.ts']],
  ['orval', 'orval', ['--config', 'orval.config.mjs']],
  ...[[], ['--axios']].map((flags): [string, string, string[]] => {
    const args = ['generate', '-p', 'openapi.json', '-o', 'generated', '-n', `swagger${flags.join('')}.ts`, ...flags];
    return ['swagger-typescript-api', 'swagger-typescript-api', args];
  }),
  ['typescript', 'tsc', ['-p', '.']],
];

const folder = mkdtempSync(join(tmpdir(), 'platen-generators-'));
// The tools start the node of the path.
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, FORCE_COLOR: '0' };
try {
  mkdirSync(join(folder, 'generated'));
  copyFileSync(join(ROOT, 'openapi.json'), join(folder, 'openapi.json'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const packages = [...TOOLS.map((name) => `${name}@latest`), ...LIBRARIES];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  for (const [name, command, args] of RUNS) {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    try {
      execFileSync(join(folder, 'node_modules/.bin', command), args, { cwd: folder, env, stdio: 'pipe' });
      process.stdout.write(`${name} ${version}: ok\n`);
    } catch (error) {
      const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
      process.stdout.write(`${name} ${version}: refused\n${stdout}${stderr}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

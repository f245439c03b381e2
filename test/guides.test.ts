import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unescapeHtml } from '../src/api/site/escape-html.ts';
import { GUIDES, REFERENCES } from '../src/api/site/guide-list.ts';
import { renderGuide, replaceAddresses } from '../src/api/site/guide-page.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const BASE_URL = 'https://api.center.example';
const AUTH_URL = 'https://sign-in.center.example';
/** Other sites that the guides link to. */
const FOREIGN = ['https://www.standardwebhooks.com'];
const PAGES = ['', ...GUIDES.map(({ slug }) => slug), ...REFERENCES.map(({ slug }) => slug)];

let server: TestServer;
before(async () => {
  server = await startTestServer({
    BASE_URL,
    AUTH_URL,
    CENTER_NAME: 'Nord & Süd <Druck>',
    CENTER_LOGO: 'brand/logo.svg',
  });
  const brand = join(server.config.DATA_DIR, 'images/brand');
  await mkdir(brand, { recursive: true });
  await writeFile(join(brand, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
after(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, server.url), { headers });
const page = async (slug: string) => (await get(`/docs/${slug}`)).text();
const addressesIn = (html: string) =>
  [...html.matchAll(/\b(?:href|src|data-document)="([^"]*)"/g)].map(([, address = '']) => address);
const idsIn = (html: string) => [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '');

/** Returns the raw bytes, because fetch would decompress them. */
async function raw(path: string, encodings: string | undefined, more: Record<string, string> = {}) {
  const headers = { ...(encodings !== undefined && { 'accept-encoding': encodings }), ...more };
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  request(new URL(path, server.url), { headers, agent: false }, resolve).on('error', reject).end();
  const answer = await promise;
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

test('every link below /docs leads to a served page and an existing heading', async () => {
  const seen = new Map<string, string>();
  const visit = async (address: string, from: string): Promise<string> => {
    const { origin, pathname } = new URL(address);
    assert.equal(origin, new URL(server.url).origin, `${from} links to ${address}`);
    const known = seen.get(pathname);
    if (known !== undefined) return known;
    const answer = await fetch(address);
    assert.equal(answer.status, 200, `${from} links to ${address}`);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    const html = isPage ? await answer.text() : '';
    seen.set(pathname, html);
    for (const link of addressesIn(html)) {
      const isOfMaker = pathname === '/docs/machines' && link.startsWith('https://');
      if (link.startsWith('data:') || FOREIGN.includes(link) || isOfMaker) continue;
      const target = new URL(link, answer.url);
      const found = await visit(target.href.replace(/#.*/, ''), pathname);
      if (target.hash) assert.ok(idsIn(found).includes(target.hash.slice(1)), `${pathname} links to ${link}`);
    }
    return html;
  };
  await visit(`${server.url}/docs`, 'the start');
  for (const slug of PAGES) assert.ok(seen.has(`/docs/${slug}`), `nothing leads to ${slug}`);
  assert.ok([...seen.keys()].some((path) => path.endsWith('.tgz')));
});

test('every address in the API documents is served', async () => {
  for (const document of ['/openapi.json', '/operator/openapi.json']) {
    const text = await (await get(document)).text();
    assert.deepEqual(text.match(/[\w-]+\.md\b/g), null, document);
    const links = [...text.matchAll(/\]\((https?:[^)]+)\)/g)].map(([, link = '']) => link);
    const named = [...text.matchAll(/at (\/docs\/[\w-]+)/g)].map(([, path = '']) => path);
    assert.ok(links.length > 0, document);
    for (const link of [...links, ...named]) {
      assert.equal((await get(link.replace(BASE_URL, ''))).status, 200, link);
    }
  }
});

test('no page mentions a file of the repository, which its readers do not have', async () => {
  for (const slug of PAGES) {
    const text = textOf(await page(slug));
    assert.deepEqual(
      text.match(/\b(src|docs(?!\/sdk)|client|migrations)\/[\w./-]+\.\w+|[\w-]+\.(md|sql)\b/g),
      null,
      slug,
    );
  }
});

test('a guide cannot link to a missing file or contain HTML', () => {
  const addresses = { baseUrl: BASE_URL, authUrl: AUTH_URL };
  const render = (markdown: string) => renderGuide(markdown, 'docs/errors.md', addresses).html;
  assert.throws(() => render('[x](architecture.md)'), /docs\/errors\.md links to docs\/architecture\.md/);
  assert.throws(() => render('[x](http://elsewhere.example)'), /not served/);
  assert.throws(() => render('[x](javascript:alert(1))'), /not served/);
  assert.throws(() => render('<script>alert(1)</script>'), /HTML/);
  assert.match(
    render('`<b>` & [t](order-life.md#budgets "x")'),
    /&lt;b&gt;<\/code> &amp; <a href="order-life#budgets">/,
  );
});

test("the pages show the center's name and logo, and examples use its addresses", async () => {
  for (const slug of PAGES) {
    const html = await page(slug);
    assert.match(html, /<span>Nord &amp; Süd &lt;Druck&gt;<\/span>/, slug);
    assert.ok(html.includes('<img src="../images/brand/logo.svg" alt="">'), slug);
    assert.doesNotMatch(html, /localhost:8080|fulfillment\.example\.com/, slug);
  }
  const start = textOf(await page('integrating'));
  assert.ok(start.includes(`curl --fail-with-body -s ${AUTH_URL}/oauth/token`));
  assert.ok(start.includes(`npm install ${BASE_URL}/docs/sdk\n`));
});

test('no example sends a missing token, because the shell stops before', async () => {
  for (const slug of PAGES) assert.doesNotMatch(await page(slug), /Bearer \$\w/, slug);
});

test('pages run only scripts of this host, none of them inline', async () => {
  for (const slug of PAGES) {
    const answer = await get(`/docs/${slug}`);
    const html = await answer.text();
    const isReference = REFERENCES.some((reference) => reference.slug === slug);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; /);
    assert.match(policy, /script-src 'self';/, slug);
    assert.equal(/style-src[^;]*unsafe/.test(policy), isReference, slug);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/, slug);
    assert.match(html, /<script src="[^"]+" defer><\/script>/, slug);
    assert.doesNotMatch(html, /<script(?! src=)|<style|style=|\son\w+=/, slug);
  }
});

test('only the reference of the customers sends requests', async () => {
  assert.match(await page('reference'), /<main id="reference" [^>]* data-try>/);
  assert.doesNotMatch(await page('operator-reference'), /data-try/);
});

test('consecutive samples in different languages become tabs, other blocks do not', () => {
  const render = (...languages: string[]) => {
    const markdown = languages.map((language) => `\`\`\`${language}\nx < 1\n\`\`\`\n`).join('');
    return renderGuide(markdown, 'docs/errors.md', { baseUrl: BASE_URL, authUrl: AUTH_URL }).html;
  };
  const languagesIn = (html: string) =>
    [...html.matchAll(/data-language="(\w+)">\n<p>(.*?)<\/p>/g)].map(([, , name]) => name);
  assert.deepEqual(languagesIn(render('sh', 'python', 'csharp')), ['curl', 'Python', 'C#']);
  for (const [first = '', second = ''] of [
    ['sh', 'json'],
    ['ts', 'ts'],
    ['', ''],
  ])
    assert.deepEqual(languagesIn(render(first, second)), []);
});

test('code has colours from the server, and keeps its characters', async () => {
  const [style = ''] = addressesIn(await page('')).filter((link) => link.endsWith('.css'));
  const rules = await page(style);
  for (const { slug, file } of GUIDES) {
    const blocks = (await page(slug)).match(/<code class="language-\w+">.*?<\/code><\/pre>/gs) ?? [];
    const shown = blocks.map((html) => unescapeHtml(textOf(html)));
    const written = (await readFile(file, 'utf8')).matchAll(/^( *)```(?!mermaid)\S*[^\n]*\n(.+?)^ *```$/gms);
    const addresses = { baseUrl: BASE_URL, authUrl: AUTH_URL };
    const expected = [...written].map(([, indent, text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
    assert.deepEqual(
      shown,
      expected.map((text) => replaceAddresses(text, addresses)),
      slug,
    );
    for (const [, name = ''] of blocks.join('').matchAll(/<span class="(\w+)">/g))
      assert.ok(rules.includes(`.${name} {`), name);
  }
  const html = await page('integrating');
  for (const coloured of [
    '<span class="property">&quot;orderId&quot;</span>',
    '<span class="keyword">foreach</span> (',
  ])
    assert.ok(html.includes(coloured), coloured);
});

test('each guide is served as Markdown, and llms.txt links to all of them', async () => {
  const text = await (await get('/llms.txt')).text();
  const addresses = text.match(/https:[^\s)]+/g)?.map((address) => address.replace(/,$/, '')) ?? [];
  for (const address of addresses.filter((one) => one.startsWith(BASE_URL) && !one.endsWith('/v1')))
    assert.equal((await get(address.replace(BASE_URL, ''))).status, 200, address);
  for (const { slug } of GUIDES) {
    assert.ok(text.includes(`/docs/${slug}.md)`), slug);
    const answer = await get(`/docs/${slug}.md`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/);
    assert.doesNotMatch(await answer.text(), /localhost:8080\/v1/, slug);
  }
});

test('the search knows the sections of guides and the operations', async () => {
  const sections = (await (await get('/docs/search.json')).json()) as {
    title: string;
    address: string;
    text: string;
  }[];
  const addressesOf = (word: string) =>
    sections.filter(({ text }) => text.includes(word)).map(({ address }) => address);
  assert.ok(addressesOf('order_already_exists').includes('errors#order_already_exists'));
  assert.ok(addressesOf('new PlatenClient({').includes('integrating#1-get-a-token'), 'coloured code');
  assert.ok(addressesOf('createOrder').includes('reference#tag/orders/POST/v1/orders'));
  assert.ok(sections.every(({ title }) => title !== ''));
  const codes = [...(await readFile(join(import.meta.dirname, '../docs/errors.md'), 'utf8')).matchAll(/`([a-z_]+)`/g)];
  assert.ok(codes.length > 200);
  assert.deepEqual(
    codes.filter(([, code = '']) => addressesOf(code).length === 0),
    [],
  );
  assert.ok(addressesOf('429').includes('errors#rate_limited'), 'the status of an error');
});

test('no guide has a status that Markdown makes the number of a list', async () => {
  for (const { slug } of GUIDES) assert.doesNotMatch(await page(slug), /<ol start="\d{3}"/, slug);
});

test('the script of the reference is compressed and cached', async () => {
  const [address = ''] = addressesIn(await page('reference')).filter((link) => link.includes('scalar'));
  assert.match(address, /scalar-[\w-]+\.js$/);
  const path = `/docs/${address}`;
  const plain = await raw(path, undefined);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(plain.bytes.length > 1_000_000);
  const etags = new Set([plain.headers.etag]);
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['deflate', undefined, (bytes: Buffer) => bytes],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { status, headers, bytes } = await raw(path, accepted);
    assert.deepEqual([status, headers['content-encoding']], [200, encoding], accepted);
    assert.equal(headers.vary, 'Accept-Encoding');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(Number(headers['content-length']), bytes.length);
    assert.ok(unpack(bytes).equals(plain.bytes), accepted);
    if (encoding) assert.ok(bytes.length < plain.bytes.length / 3);
    const known = await raw(path, accepted, { 'if-none-match': headers.etag ?? '' });
    assert.deepEqual([known.status, known.bytes.length, known.headers.etag], [304, 0, headers.etag]);
    etags.add(headers.etag);
  }
  assert.equal(etags.size, 3, 'an encoding has a tag of its own (RFC 9110, 8.8.3.3)');
  assert.equal((await raw(path.replace(/scalar-.{4}/, 'scalar-xxxx'), 'br')).status, 404);
});

test('pages and documents are compressed and revalidated each time', async () => {
  for (const path of ['/docs/errors', '/docs/reference', '/openapi.json', '/operator/openapi.json']) {
    const { headers, bytes } = await raw(path, 'br');
    assert.equal(headers['cache-control'], 'public, no-cache', path);
    assert.equal(headers['content-encoding'], path === '/docs/reference' ? headers['content-encoding'] : 'br', path);
    const known = await raw(path, 'br', { 'if-none-match': headers.etag ?? '' });
    assert.equal(known.status, 304, path);
    assert.ok(bytes.length > 0);
  }
});

test('the guide shows the transitions of an order as a table', async () => {
  const html = await page('order-life');
  assert.match(html, /<td><code>ASSIGNED<\/code><\/td><td><code>ACCEPTED<\/code><\/td><td>the center/);
  assert.doesNotMatch(html, /stateDiagram|--&gt;/);
});

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { openAgent, openFetcher, scriptedLookup, startFileServer } from '../files/test-support/file-server.ts';
import { selfSignedCertificate } from '../files/test-support/self-signed-certificate.ts';
import { FETCH_FAILURES, type FetchFailure } from './fetch-failure.ts';
import { safeAgent } from './safe-agent.ts';
import { type FetchLimits, safeFetch } from './safe-fetch.ts';

const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

test('a file arrives byte for byte, with its hash and size', async (t) => {
  const content = randomBytes(3_000_000);
  const { fetchFile, server } = await start(t, (_request, response) => response.end(content));
  const file = await fetchFile(`${server.url}/art%20work.png?signature=s#part`);
  assert.ok(file.kind === 'fetched');
  assert.deepEqual(await readFile(file.path), content);
  assert.equal(file.sha256, createHash('sha256').update(content).digest('hex'));
  assert.equal(file.bytes, 3_000_000);
  const [request] = server.requests;
  assert.equal(request?.url, '/art%20work.png?signature=s');
  assert.equal(request?.headers['accept-encoding'], 'identity');
  assert.equal(request?.headers.authorization, undefined);
});

test('an empty file, one without a Content-Length and one that a proxy changed are files', async (t) => {
  const { fetchFile, server } = await start(t, (request, response) => {
    if (request.url === '/proxy') response.writeHead(203);
    if (request.url === '/chunked') response.write('hel');
    response.end(request.url === '/empty' ? '' : 'lo');
  });
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/empty`), { kind: 'fetched', bytes: 0 });
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/chunked`), { kind: 'fetched', bytes: 5 });
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/proxy`), { kind: 'fetched', bytes: 2 });
});

test('each status other than 200 is a permanent or a temporary failure with a code', async (t) => {
  const { fetchFile, files, server } = await start(t, (request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/html' });
    response.end('<html>no file</html>');
  });
  for (const [code, statuses] of [
    ['file_not_found', [404, 410]],
    ['file_forbidden', [401, 403]],
    ['file_request_rejected', [400, 402, 405, 406, 407, 409, 413, 414, 422, 431, 451, 499]],
    ['file_unexpected_answer', [201, 202, 204, 206, 300, 304, 305]],
    ['file_rate_limited', [429]],
    ['file_server_error', [408, 425, 500, 501, 502, 503, 504, 522, 599]],
  ] as const) {
    for (const status of statuses) {
      const failure = await fetchFile(`${server.url}/${status}`);
      assert.partialDeepStrictEqual(failure, { kind: FETCH_FAILURES[code], code }, String(status));
    }
  }
  assert.deepEqual(await files(), []);
});

test('a part is a file only if it is the whole one', async (t) => {
  const { fetchFile, files, server } = await start(t, (request, response) => {
    const range = decodeURIComponent(request.url?.slice(1) ?? '');
    response.writeHead(206, { 'content-range': range, 'content-length': 5 }).end('hello');
  });
  const whole = await fetchFile(`${server.url}/${encodeURIComponent('bytes 0-4/5')}`);
  assert.partialDeepStrictEqual(whole, { kind: 'fetched', bytes: 5 });
  const left = await files();
  for (const range of ['bytes 0-4/10', 'bytes 5-9/10', 'bytes 1-5/5', 'bytes 0-4/*', 'bytes 0-9/10', 'lines 0-4/5']) {
    const part = await fetchFile(`${server.url}/${encodeURIComponent(range)}`);
    assert.partialDeepStrictEqual(part, { code: 'file_unexpected_answer' }, range);
  }
  assert.deepEqual(await files(), left);
});

test('Retry-After is passed on in milliseconds, at most a day', async (t) => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const { fetchFile, server } = await start(t, (request, response) => {
    const retryAfter = new URL(request.url ?? '', server.url).searchParams.get('after') ?? '';
    response.writeHead(retryAfter === '7' ? 429 : 503, { 'retry-after': retryAfter }).end();
  });
  const wait = async (after: string) =>
    ((await fetchFile(`${server.url}/?after=${encodeURIComponent(after)}`)) as FetchFailure).retryAfterMs;
  assert.equal(await wait('7'), 7_000);
  assert.equal(await wait('0'), 0);
  assert.equal(await wait('99999999999'), 86_400_000);
  assert.equal(await wait('Thu, 01 Jan 1970 00:00:00 GMT'), 0);
  assert.equal(await wait('soon'), undefined);
  const hour = (await wait(inAnHour)) ?? 0;
  assert.ok(hour > 3_500_000 && hour <= 3_600_000, String(hour));
});

test('three redirects are followed, relative ones and beyond ASCII too; a fourth is not', async (t) => {
  const { fetchFile, server } = await start(t, (request, response) => {
    const left = Number(request.url?.split('/')[1]);
    if (left === 0) return response.end(request.url);
    const status = [301, 302, 307, 308][left % 4] as number;
    return redirect(response, Buffer.from(`../${left - 1}/grün`).toString('latin1'), status);
  });
  const file = await fetchFile(`${server.url}/3/start`);
  assert.ok(file.kind === 'fetched');
  assert.equal(await readFile(file.path, 'utf8'), '/0/gr%C3%BCn');
  assert.equal(server.requests.length, 4);
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/4/start`), { code: 'too_many_redirects' });
});

test('a redirect loop ends', async (t) => {
  const { fetchFile, files, server } = await start(t, (_request, response) => redirect(response, '/'));
  assert.partialDeepStrictEqual(await fetchFile(server.url), {
    kind: 'permanent_failure',
    code: 'too_many_redirects',
  });
  assert.equal(server.requests.length, 4);
  assert.deepEqual(await files(), []);
});

test('a redirect to an address that is not public is refused, and its server sees nothing', async (t) => {
  const secret = await startFileServer(t, (_request, response) => response.end('secret'));
  const { fetchFile, server } = await start(t, (request, response) =>
    redirect(response, decodeURIComponent(request.url?.slice(1) ?? '')),
  );
  for (const target of [
    secret.url,
    `//${secret.host}/`,
    `http://[::ffff:127.0.0.1]:${secret.port}/`,
    `http://localhost:${secret.port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
  ]) {
    const failure = await fetchFile(`${server.url}/${encodeURIComponent(target)}`);
    assert.partialDeepStrictEqual(failure, { kind: 'permanent_failure', code: 'file_address_refused' }, target);
    assert.match((failure as { message: string }).message, /^The URL redirects to an address that is not on/);
  }
  assert.equal(secret.requests.length, 0);
});

test('a redirect to another scheme, with credentials or to nowhere is refused', async (t) => {
  const { fetchFile, server } = await start(t, (request, response) => {
    if (request.url === '/without') return response.writeHead(302).end();
    if (request.url === '/twice') return response.writeHead(302, ['location', '/a', 'location', '/b']).end();
    return redirect(response, decodeURIComponent(request.url?.slice(1) ?? ''));
  });
  for (const target of [
    'without',
    'twice',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:text/plain,hello',
    'gopher://127.0.0.1:25/_EHLO',
    'http://user:password@127.0.0.1/',
    'http://user@127.0.0.1/',
    'http://',
    'http://127.0.0.1:99999/',
  ]) {
    const failure = await fetchFile(`${server.url}/${encodeURIComponent(target)}`);
    assert.partialDeepStrictEqual(failure, { kind: 'permanent_failure', code: 'invalid_redirect' }, target);
  }
});

test('a URL that is not http or https, or holds credentials, is a permanent failure', async (t) => {
  const { fetchFile } = await openFetcher(t, { allow: [] });
  for (const url of ['', 'art.png', 'file:///etc/passwd', 'ftp://example.com/a', 'https://user:pw@example.com/']) {
    assert.partialDeepStrictEqual(await fetchFile(url), {
      kind: 'permanent_failure',
      code: 'file_url_invalid',
    });
  }
});

test('an endless body is cut off at the limit, and nothing is kept', async (t) => {
  const closed = Promise.withResolvers<void>();
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024);
  const { fetchFile, files, server } = await start(
    t,
    async (request, response) => {
      request.socket.on('close', () => closed.resolve());
      response.setHeader('content-type', 'image/png');
      for (; sent < 5_000_000_000 && !response.destroyed; sent += chunk.length) {
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed.promise]);
      }
    },
    { bytes: 1_000_000 },
  );
  const failure = await fetchFile(server.url);
  assert.partialDeepStrictEqual(failure, { kind: 'permanent_failure', code: 'file_too_large' });
  await closed.promise;
  assert.ok(sent < 100_000_000, `${sent} bytes were sent`);
  assert.deepEqual(await files(), []);
});

test('a Content-Length over the limit is refused before the body; the limit itself is not', async (t) => {
  const { fetchFile, server } = await start(
    t,
    (request, response) => {
      const bytes = Number(request.url?.slice(1));
      response.setHeader('content-length', bytes);
      response.flushHeaders();
      if (bytes <= 1000) response.end(Buffer.alloc(bytes));
    },
    { bytes: 1000 },
  );
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/1001`), { code: 'file_too_large' });
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/1000`), { kind: 'fetched', bytes: 1000 });
});

test('a file that there is no room for is broken off, leaves nothing, and is no fault of its host', async (t) => {
  let room = 1_000;
  const server = await startFileServer(t, (_request, response) => response.end(Buffer.alloc(1_000)));
  const claimRoom = (bytes: number) => {
    room -= bytes;
    return room >= 0;
  };
  const { fetchFile, files } = await openFetcher(t, { allow: [server.host] }, {}, claimRoom);
  assert.partialDeepStrictEqual(await fetchFile(server.url), { kind: 'fetched', bytes: 1_000 });
  const failure = await fetchFile(server.url);
  assert.partialDeepStrictEqual(failure, { kind: 'postponed', code: 'storage_low' });
  assert.equal((await files()).length, 1);
});

/** Answers with `/encoding/name` the body of that name. */
function startEncoded(t: TestContext, bodies: Record<string, Buffer>, limits: Partial<FetchLimits> = {}) {
  const answer: RequestListener = (request, response) => {
    const [, encoding = '', name = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
    response.setHeader('content-encoding', encoding.split('+'));
    response.end(bodies[name]);
  };
  return start(t, answer, limits);
}

test('an encoded file arrives decoded, in each coding and in lists of them', async (t) => {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000), Buffer.alloc(100_000)]);
  const gzip = gzipSync(content);
  const bodies = {
    gzip,
    zlib: deflateSync(content),
    raw: deflateRawSync(content),
    br: brotliCompressSync(content),
    zstd: zstdCompressSync(content),
    twice: brotliCompressSync(gzip),
    members: Buffer.concat([gzipSync(content.subarray(0, 9_000)), gzipSync(content.subarray(9_000))]),
    three: zstdCompressSync(brotliCompressSync(gzip)),
    short: gzipSync('x'),
  };
  const { fetchFile, server } = await startEncoded(t, bodies);
  for (const [encoding, name] of [
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['"gzip"', 'gzip'],
    ['x-gzip', 'members'],
    ['deflate', 'zlib'],
    ['deflate', 'raw'],
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['gzip, br', 'twice'],
    ['gzip+br', 'twice'],
    ['gzip,BR ,zstd', 'three'],
    ['aws-chunked,gzip', 'gzip'],
    [' identity , gzip,', 'gzip'],
  ] as const) {
    const file = await fetchFile(`${server.url}/${encodeURIComponent(encoding)}/${name}`);
    assert.ok(file.kind === 'fetched', `${encoding} ${name} ${JSON.stringify(file)}`);
    assert.ok(content.equals(await readFile(file.path)), `${encoding} ${name}`);
    assert.equal(file.bytes, content.length);
    assert.equal(file.sha256, createHash('sha256').update(content).digest('hex'));
  }
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/gzip/short`), { kind: 'fetched', bytes: 1 });
});

test('an unknown encoding and one that the bytes do not have count as none', async (t) => {
  const bodies = {
    pdf: Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'),
    png: Buffer.concat([PNG_SIGNATURE, randomBytes(2_000)]),
    jpeg: Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), randomBytes(2_000)]),
    label: Buffer.from('^XA^FO20,20^FDHello^FS^XZ'),
    tiny: Buffer.from('x'),
    empty: Buffer.of(),
  };
  const { fetchFile, server } = await startEncoded(t, bodies);
  for (const encoding of [
    'aws-chunked',
    'binary',
    'utf-8',
    'UTF-8',
    'none',
    '8bit',
    'base64',
    'identity',
    ' ',
    'x,y',
  ]) {
    const file = await fetchFile(`${server.url}/${encodeURIComponent(encoding)}/png`);
    assert.ok(file.kind === 'fetched' && bodies.png.equals(await readFile(file.path)), encoding);
  }
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, br', 'deflate, zstd, aws-chunked']) {
    for (const [name, body] of Object.entries(bodies)) {
      const file = await fetchFile(`${server.url}/${encodeURIComponent(encoding)}/${name}`);
      assert.ok(file.kind === 'fetched' && body.equals(await readFile(file.path)), `${encoding} ${name}`);
    }
  }
});

test('a decompression bomb is cut off at the limit of decoded bytes, also in an inner coding', async (t) => {
  const zeros = Buffer.alloc(5_000_000);
  const bodies: Record<string, Buffer> = {
    gzip: gzipSync(zeros),
    deflate: deflateSync(zeros),
    br: brotliCompressSync(zeros),
    zstd: zstdCompressSync(zeros),
    // The outer coding makes 5 MB, of which the inner one makes nothing.
    'gzip,br': brotliCompressSync(Buffer.alloc(5_000_000, gzipSync(''))),
  };
  const { fetchFile, files, server } = await startEncoded(t, bodies, { bytes: 100_000 });
  for (const encoding of Object.keys(bodies)) {
    const failure = await fetchFile(`${server.url}/${encodeURIComponent(encoding)}/${encodeURIComponent(encoding)}`);
    assert.partialDeepStrictEqual(failure, { kind: 'permanent_failure', code: 'file_too_large' }, encoding);
  }
  assert.deepEqual(await files(), []);
});

test('a compressed file that is damaged is refused, one that breaks off is fetched again', async (t) => {
  const coded = {
    gzip: gzipSync(randomBytes(50_000)),
    deflate: deflateSync(randomBytes(50_000)),
    br: brotliCompressSync(randomBytes(50_000)),
    zstd: zstdCompressSync(randomBytes(50_000)),
  };
  const bodies: Record<string, Buffer> = {};
  for (const [encoding, bytes] of Object.entries(coded)) bodies[encoding] = bytes.subarray(0, 30_000);
  bodies.damaged = Buffer.from(coded.gzip).fill(0xff, 12, 40);
  const { fetchFile, files, server } = await startEncoded(t, bodies);
  for (const encoding of Object.keys(coded)) {
    const failure = await fetchFile(`${server.url}/${encoding}/${encoding}`);
    assert.partialDeepStrictEqual(failure, { kind: 'temporary_failure', code: 'file_unreachable' }, encoding);
  }
  const refused = { kind: 'permanent_failure', code: 'unsupported_encoding' };
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/gzip/damaged`), refused);
  assert.partialDeepStrictEqual(await fetchFile(`${server.url}/gzip,gzip,gzip,gzip,gzip/gzip`), refused);
  assert.deepEqual(await files(), []);
});

test('a server that is too slow with headers, a part of the body or the whole of it times out', async (t) => {
  const answer: RequestListener = (request, response) => {
    if (request.url === '/headers') return;
    response.write('some');
    if (request.url === '/pause') return;
    const drip = setInterval(() => response.write('more'), 5);
    response.on('close', () => clearInterval(drip));
  };
  for (const [path, limits] of [
    ['/headers', { headersMs: 50 }],
    ['/pause', { idleMs: 50 }],
    ['/drip', { totalMs: 100 }],
    ['/headers', { totalMs: 50 }],
  ] as const) {
    const { fetchFile, files, server } = await start(t, answer, limits);
    const failure = await fetchFile(server.url + path);
    assert.partialDeepStrictEqual(failure, { kind: 'temporary_failure', code: 'file_timeout' }, path);
    assert.deepEqual(await files(), []);
  }
});

test('a connection that fails, breaks off or does not speak HTTP is temporary', async (t) => {
  for (const answer of [
    (socket: Socket) => socket.destroy(),
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe'),
    (socket: Socket) => socket.end('220 mail.example.com ESMTP\r\n'),
    (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`),
  ]) {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { fetchFile, files } = await openFetcher(t, { allow: [`127.0.0.1:${port}`] });
    const expected = { kind: 'temporary_failure', code: 'file_unreachable' };
    assert.partialDeepStrictEqual(await fetchFile(`http://127.0.0.1:${port}/`), expected);
    assert.partialDeepStrictEqual(await fetchFile(`https://127.0.0.1:${port}/`), expected);
    await new Promise((resolve) => server.close(resolve));
    assert.partialDeepStrictEqual(await fetchFile(`http://127.0.0.1:${port}/`), expected);
    assert.deepEqual(await files(), []);
  }
});

test('a server of HTTP/1.0, whose file ends with the connection, is understood', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nhello'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const { fetchFile } = await openFetcher(t, { allow: [`127.0.0.1:${port}`] });
  assert.partialDeepStrictEqual(await fetchFile(`http://127.0.0.1:${port}/`), { kind: 'fetched', bytes: 5 });
});

test('a name that does not exist fails as one that leads inside does: alike, for now, and after the same time', async (t) => {
  const outcomes: object[] = [];
  for (const inside of [undefined, '10.0.0.1', '127.0.0.1', '::1']) {
    for (const code of inside ? [''] : ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL']) {
      const { fetchFile } = await openFetcher(t, {
        allow: [],
        refuseAfterMs: 50,
        lookup: (_name, _options, callback) =>
          inside
            ? callback(null, [{ address: inside, family: inside.includes(':') ? 6 : 4 }])
            : callback(Object.assign(new Error(code), { code }), ''),
      });
      const begun = performance.now();
      outcomes.push(await fetchFile('https://files.intranet.example/'));
      assert.ok(performance.now() - begun >= 49);
    }
  }
  for (const outcome of outcomes) {
    assert.deepEqual(outcome, outcomes[0]);
    assert.partialDeepStrictEqual(outcome, { kind: 'temporary_failure', code: 'file_address_refused' });
  }
});

test('a private address in the URL is refused for good, and its names are not even looked up', async (t) => {
  const lookup = scriptedLookup(['1.1.1.1']);
  const { fetchFile } = await openFetcher(t, { allow: [], lookup });
  for (const host of ['10.0.0.1', '2130706433', '[::1]', 'localhost', 'db', 'metadata.google.internal'])
    assert.partialDeepStrictEqual(
      await fetchFile(`https://${host}/`),
      { kind: 'permanent_failure', code: 'file_address_refused' },
      host,
    );
  assert.equal(lookup.calls, 0);
});

test('a private host that was refused is reported to staff, and an unknown name is not', async (t) => {
  const refused: string[] = [];
  for (const [address, host] of [
    ['192.168.1.5', 'files.intranet.example'],
    [undefined, 'nowhere.example'],
    ['1.1.1.1', '10.0.0.1'],
  ] as const) {
    const lookup = scriptedLookup(address ? [address] : []);
    const agent = safeAgent({ allow: [], lookup, refuseAfterMs: 0, onRefused: (one) => refused.push(one) });
    t.after(() => agent.destroy());
    await safeFetch(`https://${host}/`, { agent, folder: tmpdir() });
  }
  assert.deepEqual(refused, ['files.intranet.example:443', '10.0.0.1:443']);
});

test('an https URL may redirect to https, and neither at once nor later to http', async (t) => {
  const certificate = selfSignedCertificate('files.test');
  trust(t, certificate.cert);
  const plain = await startFileServer(t, (_request, response) => response.end('hello'));
  const secure = await startFileServer(
    t,
    (request, response) => {
      if (request.url === '/file') response.end('hello');
      else redirect(response, request.url === '/up' ? '/down' : request.url === '/down' ? plain.url : '/file');
    },
    certificate,
  );
  const url = (host: { port: number }, path: string) => `https://files.test:${host.port}${path}`;
  const { fetchFile } = await openFetcher(t, {
    allow: [plain.host, `files.test:${secure.port}`],
    lookup: scriptedLookup(['127.0.0.1']),
  });
  assert.partialDeepStrictEqual(await fetchFile(url(secure, '/moved')), { kind: 'fetched' });
  for (const path of ['/down', '/up'])
    assert.partialDeepStrictEqual(await fetchFile(url(secure, path)), {
      kind: 'permanent_failure',
      code: 'invalid_redirect',
    });
  assert.equal(plain.requests.length, 0);
});

test('a certificate that cannot be verified has a code of its own', async (t) => {
  const certificate = selfSignedCertificate('files.test');
  const server = await startFileServer(t, (_request, response) => response.end('hello'), certificate);
  const { fetchFile } = await openFetcher(t, { allow: [server.host] });
  assert.partialDeepStrictEqual(await fetchFile(server.url), {
    kind: 'temporary_failure',
    code: 'file_certificate_invalid',
  });
  assert.equal(server.requests.length, 0);
});

test('no message holds the host, path, query or address', async (t) => {
  const { fetchFile, server } = await start(
    t,
    (request, response) => response.writeHead(Number(request.url?.split('/')[1])).end(),
    {},
    ['127.0.0.1'],
  );
  for (const url of [
    ...[200, 204, 301, 401, 404, 418, 429, 500].map((status) => `${server.url}/${status}/private?token=secret`),
    `http://127.0.0.1:1/private?token=secret`,
    'http://internal.test/private?token=secret',
    'ftp://internal.test/private?token=secret',
  ]) {
    const answer = await fetchFile(url);
    if (answer.kind === 'fetched' || answer.kind === 'unchanged') continue;
    assert.doesNotMatch(answer.message, /private|secret|token|internal|127|localhost|:\/\//, url);
    assert.match(answer.message, /^[A-Z].*\.$/);
  }
});

test('an abort of the caller rejects with its reason and leaves no file', async (t) => {
  const stop = new AbortController();
  const { fetchFile, files, server } = await start(t, (request, response) => {
    if (request.url === '/body') response.write('some');
    setImmediate(() => stop.abort(new Error('shutting down')));
  });
  await assert.rejects(fetchFile(`${server.url}/body`, stop.signal), /shutting down/);
  await assert.rejects(fetchFile(`${server.url}/headers`, stop.signal), /shutting down/);
  assert.deepEqual(await files(), []);
});

test('a folder that cannot be written to is an error of ours, not of the file', async (t) => {
  const closed = Promise.withResolvers<void>();
  const server = await startFileServer(t, (request, response) => {
    request.socket.on('close', () => closed.resolve());
    response.write('endless');
  });
  const agent = openAgent(t, { allow: [server.host] });
  const folder = join(tmpdir(), 'platen-absent', 'folder');
  await assert.rejects(safeFetch(server.url, { agent, folder }), { code: 'ENOENT' });
  await closed.promise;
});

async function start(
  t: TestContext,
  answer: RequestListener,
  limits: Partial<FetchLimits> = {},
  resolved?: readonly string[],
) {
  const server = await startFileServer(t, answer);
  const lookup = resolved && scriptedLookup(resolved);
  const fetcher = await openFetcher(t, { allow: [server.host], ...(lookup && { lookup }) }, limits);
  return { server, ...fetcher };
}

function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location }).end('moved');
}

function trust(t: TestContext, certificate: string): void {
  const before = tls.getCACertificates();
  tls.setDefaultCACertificates([...before, certificate]);
  t.after(() => tls.setDefaultCACertificates(before));
}

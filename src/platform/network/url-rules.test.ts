import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileUrlViolation } from './url-rules.ts';

const SLIP = ['png', 'pdf'] as const;
const LABEL = ['pdf', 'zpl', 'png'] as const;
const HOST = 'https://files.example.com';

const ACCEPTED: readonly (readonly [what: string, url: string, extensions?: readonly string[]])[] = [
  ['png', `${HOST}/slip.png`],
  ['pdf', `${HOST}/slip.pdf`],
  ['http', 'http://files.example.com/slip.pdf'],
  ['upper case throughout', 'HTTPS://FILES.EXAMPLE.COM/SLIP.PDF'],
  ['mixed case', `${HOST}/Slip.PdF`],
  ['a signed link', `${HOST}/d/3f2a?X-Amz-Expires=300&X-Amz-Signature=ab.exe`],
  ['another extension in the query only', `${HOST}/slip.pdf?file=x.exe`],
  ['another extension in the fragment only', `${HOST}/slip.pdf#x.exe`],
  ['no extension', `${HOST}/files/123`],
  ['no path', HOST],
  ['a directory', `${HOST}/label.exe/`],
  ['a directory with dots before', `${HOST}/v1.2/files.d/slip`],
  ['a version', `${HOST}/v1.2`],
  ['a year', `${HOST}/slip.2026`],
  ['a dot at the end', `${HOST}/slip.exe.`],
  ['a tail too long for an extension', `${HOST}/a.bcdefg`],
  ['a program that answers a file', `${HOST}/wp-admin/admin-ajax.php?action=slip&order_ids=1`],
  ...['php', 'aspx', 'ashx', 'jsp', 'do', 'cgi', 'html', 'htm', 'bin', 'a', 'abcde', 'pdfx', 'ai', 'PHP'].map(
    (ending) => [`a path that ends in .${ending}`, `${HOST}/slips/10001.${ending}?id=1`] as const,
  ),
  ['an order number with a dot', `${HOST}/slips/SO.10A`],
  ['a known type without a dot', `${HOST}/download/zip`],
  ['a session in the path', `${HOST}/slip.pdf;jsessionid=A.node1`],
  ['a session in the path of a program', `${HOST}/slip.jsp;jsessionid=0123.gif?x=1`],
  ['a type that is percent-encoded twice', `${HOST}/slip%252Egif`],
  ...['txt', 'TXT', 'prn', 'bin', 'label', 'zebra', 'lbl', 'raw', '%74xt'].map(
    (ending) => [`a label that ends in .${ending}`, `${HOST}/label.${ending}`, LABEL] as const,
  ),
  ['the tail of a hash', `${HOST}/files.b3f9c2d`],
  ['a token', `${HOST}/eyJhbGciOi.eyJzdWIiOiI.SflKxwRJSMeKKF2QT4`],
  ['a percent-encoded dot', `${HOST}/slip%2Epdf`],
  ['a percent-encoded extension', `${HOST}/slip.%70df`],
  ['percent-encoded spaces', `${HOST}/my%20slip%20.pdf%20`],
  ['broken percent-encoding', `${HOST}/100%/slip%E0.pdf`],
  ['letters outside ASCII', `${HOST}/päckchen/packzettel-ü.pdf`],
  ['a host outside ASCII', 'https://päckchen.example/slip.pdf'],
  ['a port', 'https://files.example.com:8443/slip.pdf'],
  ['an IPv4 host', 'http://192.0.2.1/slip.pdf'],
  ['an IPv6 host', 'http://[2001:db8::1]:8080/slip.pdf'],
  ['a local host: whether it may be fetched is decided later', 'http://localhost:9000/slip.pdf'],
  ['an at sign in the path', `${HOST}/@customer/slip.pdf`],
  ['an at sign in the query', `${HOST}/slip?mail=a@b.example`],
  ['an at sign in the query of a bare host', `${HOST}?mail=a@b.example`],
  ['the longest', `${HOST}/${'a'.repeat(2048 - HOST.length - 1)}`],
  ['the longest, of characters outside the basic plane', `${HOST}/${'🦊'.repeat(2048 - HOST.length - 1)}`],
  ['zpl for labels', `${HOST}/label.zpl`, LABEL],
  ['ZPL for labels', `${HOST}/label.ZPL?x=1`, LABEL],
];

for (const [what, url, extensions = SLIP] of ACCEPTED) {
  test(`Accepted: ${what}`, () => assert.equal(fileUrlViolation(url, '/packingSlip', extensions), undefined));
}

const INVALID: readonly (readonly [what: string, url: string])[] = [
  ['nothing', ''],
  ['a word', 'slip'],
  ['a relative path', '/files/slip.pdf'],
  ['no scheme', 'files.example.com/slip.pdf'],
  ['scheme-relative', '//files.example.com/slip.pdf'],
  ['ftp', 'ftp://files.example.com/slip.pdf'],
  ['file', 'file:///etc/slip.pdf'],
  ['data', 'data:application/pdf;base64,JVBERi0='],
  ['javascript', 'javascript:alert(1)//slip.pdf'],
  ['s3', 's3://bucket/slip.pdf'],
  ['ws', 'ws://files.example.com/slip.pdf'],
  ['a scheme that only begins like http', 'httpx://files.example.com/slip.pdf'],
  ['no host', 'https://'],
  ['no host but a path', 'https:///slip.pdf'],
  ['one slash', 'https:/files.example.com/slip.pdf'],
  ['no slashes', 'https:files.example.com/slip.pdf'],
  ['backslashes', 'https:\\\\files.example.com\\slip.pdf'],
  ['only a port', 'https://:8443/slip.pdf'],
  ['a port out of range', 'https://files.example.com:99999/slip.pdf'],
  ['a port that is no number', 'https://files.example.com:abc/slip.pdf'],
  ['a broken IPv6 host', 'http://[2001:db8::/slip.pdf'],
  ['an IPv4 host out of range', 'http://300.1.1.1/slip.pdf'],
  ['a host with a forbidden character', 'https://files<.example.com/slip.pdf'],
  ['a percent-encoded at sign in the host', 'https://user%40files.example.com/slip.pdf'],
  ['user and password', 'https://user:pass@files.example.com/slip.pdf'],
  ['a user', 'https://user@files.example.com/slip.pdf'],
  ['a password alone', 'https://:pass@files.example.com/slip.pdf'],
  ['empty credentials', 'https://@files.example.com/slip.pdf'],
  ['a space before', ` ${HOST}/slip.pdf`],
  ['a space after', `${HOST}/slip.pdf `],
  ['a space inside', `${HOST}/my slip.pdf`],
  ['a line end', `${HOST}/slip.pdf\n`],
  ['a tab inside', `${HOST}/sl\tip.pdf`],
  ['a zero byte', `${HOST}/slip.pdf\u0000`],
  ['a delete character', `${HOST}/slip\u007f.pdf`],
  ['a no-break space', `${HOST}/my\u00a0slip.pdf`],
  ['half a character', `${HOST}/\ud83e.pdf`],
  ['one character too long', `${HOST}/${'a'.repeat(2048 - HOST.length)}`],
];

for (const [what, url] of INVALID) {
  test(`Invalid: ${what}`, () => {
    const violation = fileUrlViolation(url, '/packingSlip', SLIP);
    assert.equal(violation?.code, 'invalid_url');
    assert.equal(violation.pointer, '/packingSlip');
    assert.equal(fileUrlViolation(url, '/packingSlip', undefined)?.code, 'invalid_url');
  });
}

const UNSUPPORTED: readonly (readonly [what: string, url: string, extensions?: readonly string[]])[] = [
  ['another image type', `${HOST}/slip.jpg`],
  ['in upper case', `${HOST}/slip.JPEG`],
  ['a label type for a slip', `${HOST}/slip.zpl`],
  ['svg for a label', `${HOST}/label.svg`, LABEL],
  ['a text file for a slip', `${HOST}/slip.txt`],
  ...['docx', 'xlsx', 'zip', 'csv', 'json', 'HTM.GIF'].map(
    (ending) => [`.${ending} for a label`, `${HOST}/label.${ending}`, LABEL] as const,
  ),
  ['a session after another type', `${HOST}/slip.gif;jsessionid=A.pdf`],
  ['the last extension decides', `${HOST}/slip.pdf.exe`],
  ['an allowed one in the query does not help', `${HOST}/slip.exe?x=.pdf`],
  ['nor one in the fragment', `${HOST}/slip.exe#.pdf`],
  ['nor one in the directory', `${HOST}/slip.pdf/x.gif`],
  ['a percent-encoded dot', `${HOST}/slip%2Eexe`],
  ['a percent-encoded extension', `${HOST}/slip.%65xe`],
  ['a percent-encoded space after', `${HOST}/slip.exe%20`],
  ['an extension as the whole name', `${HOST}/.exe`],
  ['an extension that begins with a digit', `${HOST}/slips.7z`],
  ['an extension that ends with a digit', `${HOST}/slip.mp4`],
];

for (const [what, url, extensions = SLIP] of UNSUPPORTED) {
  test(`Unsupported: ${what}`, () => {
    const violation = fileUrlViolation(url, '/packingSlip', extensions);
    assert.equal(violation?.code, 'unsupported_file_type');
    assert.deepEqual(violation.allowed, extensions);
    assert.equal(fileUrlViolation(url, '/packingSlip', undefined), undefined);
  });
}

test('The message names the types that are allowed, and the type that the URL shows', () => {
  assert.match(fileUrlViolation(`${HOST}/slip.GIF`, '', SLIP)!.message, /PNG or PDF, .* "\.gif"/);
  assert.match(fileUrlViolation(`${HOST}/label.gif`, '', LABEL)!.message, /PDF, ZPL, or PNG/);
});

test('No message repeats the URL, which may hold a secret', () => {
  for (const [, url] of [...INVALID, ...UNSUPPORTED]) {
    const message = fileUrlViolation(url, '', SLIP)!.message;
    assert.doesNotMatch(message, /files|slip|label|\bpass\b|@/);
  }
});

test('No text throws, and what is accepted can be parsed and has no credentials', () => {
  const texts = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('https://', 'a', '.', '/', '@', ':', '\\', '%2e', '?', '#', '[', ']', 'pdf'),
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      if (fileUrlViolation(text, '', SLIP) !== undefined) return;
      const url = new URL(text);
      assert.match(url.protocol, /^https?:$/);
      assert.equal(url.username + url.password, '');
      assert.notEqual(url.hostname, '');
    }),
    { numRuns: 2000 },
  );
});

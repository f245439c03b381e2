import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointUrlViolation } from '../../webhooks/delivery-rules.ts';
import { isPublicHost } from './public-host.ts';

const INSIDE: readonly string[] = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.168.1.1',
  '192.0.2.1',
  '224.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fd00::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'files.localhost',
  'postgres',
  'metadata.google.internal',
  'metadata.google.internal.',
  'printer.local',
  'nas.home.arpa',
];
const OUTSIDE: readonly string[] = [
  'shop.example.com',
  'shop.example.com.',
  'päckchen.example',
  'localhost.example.com',
  'notlocal.example',
  'thelocalhost.com',
  '1.1.1.1',
  '[2606:4700:4700::1111]',
];

test('private addresses in every spelling, and names of the own network, are no hosts of the public internet', () => {
  for (const host of INSIDE) assert.equal(isPublicHost(new URL(`http://${host}/`).hostname), false, host);
  for (const host of OUTSIDE) assert.equal(isPublicHost(new URL(`http://${host}/`).hostname), true, host);
});

test('a URL that evidently leads inside is refused for an endpoint, unless its host and port are allowed', () => {
  const violation = (url: string, allow: string[] = []) => endpointUrlViolation(url, '/url', allow)?.code;
  for (const host of INSIDE) {
    assert.equal(violation(`http://${host}/hooks`), 'private_address', host);
    assert.equal(violation(`https://${host}:8443/hooks`), 'private_address', host);
  }
  for (const host of OUTSIDE) assert.equal(violation(`https://${host}/hooks`), undefined, host);
  assert.equal(violation('ftp://127.0.0.1/'), 'invalid_url');
  assert.equal(violation('http://2130706433:8080/', ['127.0.0.1:8080']), undefined);
  assert.equal(violation('http://[0:0::1]:8080/', ['[::1]:8080']), undefined);
  assert.equal(violation('http://LOCALHOST/', ['x:1', 'localhost:80']), undefined);
  assert.equal(violation('https://localhost/', ['localhost:80']), 'private_address');
  assert.equal(violation('https://localhost/', ['localhost:443']), undefined);
  assert.equal(violation('http://127.0.0.1:8080/', ['localhost:8080', '127.0.0.1:80']), 'private_address');
});

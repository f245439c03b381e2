import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress } from './public-host.ts';

const PUBLIC: readonly string[] = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2001:200::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
];

const NOT_PUBLIC: readonly (readonly [what: string, ip: string])[] = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.0'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.1'],
  ['CGNAT', '100.64.0.0'],
  ['CGNAT, and the metadata of one cloud', '100.100.100.200'],
  ['CGNAT', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.255'],
  ['link-local, metadata of most clouds', '169.254.169.254'],
  ['IETF assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ["Azure's host", '168.63.129.16'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback, written out', '0:0:0:0:0:0:0:1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible, public inside', '::8.8.8.8'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
  ['IPv4-mapped, public inside', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64, public inside', '64:ff9b::8.8.8.8'],
  ['NAT64 of the operator', '64:ff9b:1::a00:1'],
  ['discard', '100::1'],
  ['Teredo', '2001::1'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:10::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['drone identifiers', '2001:30::1'],
  ['documentation', '2001:db8::1'],
  ['6to4', '2002:7f00:1::1'],
  ['6to4, public inside', '2002:808:808::1'],
  ['documentation', '3fff::1'],
  ['reserved', '4000::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local, metadata of one cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['no address', ''],
  ['a name', 'example.com'],
  ['short', '8.8.8'],
  ['a number', '134744072'],
  ['hexadecimal', '0x8.8.8.8'],
  ['octal', '010.8.8.8'],
  ['in brackets', '[2606:4700:4700::1111]'],
];

test('addresses of the public internet are public', () => {
  for (const ip of PUBLIC) assert.equal(isPublicAddress(ip), true, ip);
});

test('loopback, private, embedded and special-purpose addresses are not public', () => {
  for (const [what, ip] of NOT_PUBLIC) assert.equal(isPublicAddress(ip), false, `${what}: ${ip}`);
});

test('no IPv6 address outside 2000::/3 is public', () => {
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      const first = Number.parseInt(new URL(`http://[${ip}]/`).hostname.slice(1), 16) || 0;
      return !isPublicAddress(ip) || (first >= 0x2000 && first <= 0x3fff);
    }),
  );
});

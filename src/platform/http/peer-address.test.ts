import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../settings/config.ts';
import { networkOf, peerAddress } from './peer-address.ts';

const trusting = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).TRUSTED_PROXIES;

const CASES: [what: string, trusted: string, connected: string, forwardedFor: string | undefined, peer: string][] = [
  ['nobody is trusted', '', '10.0.0.1', '192.0.2.7', '10.0.0.1'],
  ['the proxy names nobody', '10.0.0.1', '10.0.0.1', undefined, '10.0.0.1'],
  ['the proxy names one', '10.0.0.1', '10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['whoever connects is not the proxy', '10.0.0.1', '10.0.0.2', '192.0.2.7', '10.0.0.2'],
  ['a visitor wrote an address before', '10.0.0.1', '10.0.0.1', '127.0.0.1, 192.0.2.7', '192.0.2.7'],
  ['a visitor wrote a trusted one', '10.0.0.0/8', '10.0.0.1', '10.9.9.9, 192.0.2.7', '192.0.2.7'],
  ['two proxies', '10.0.0.0/8', '10.0.0.1', '192.0.2.7, 10.0.0.2', '192.0.2.7'],
  ['all are proxies', '10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['a network of a few bits', '172.16.0.0/12, 10.0.0.1', '172.31.255.1', '192.0.2.7', '192.0.2.7'],
  ['an address of IPv4 within IPv6', '127.0.0.1', '::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['a network of IPv4 within IPv6', '::ffff:127.0.0.0/104', '127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['a proxy of IPv6', '2001:db8::/32', '2001:db8::1', '2001:db9::7', '2001:db9::7'],
  ['one of IPv6, and trust in one of IPv4', '0.0.0.1', '::1', '192.0.2.7', '::1'],
  ['a port behind the address', '10.0.0.1', '10.0.0.1', '192.0.2.7:4711', '192.0.2.7'],
  ['a port behind one of IPv6', '10.0.0.1', '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['what is no address', '10.0.0.1', '10.0.0.1', '192.0.2.7, unknown', '10.0.0.1'],
  ['an address in another spelling', '10.0.0.1', '10.0.0.1', '0x7f.1', '10.0.0.1'],
  ['nothing', '10.0.0.1', '10.0.0.1', '', '10.0.0.1'],
  ['a connection without an address', '10.0.0.1', '', '192.0.2.7', ''],
];

for (const [what, trusted, connected, forwardedFor, peer] of CASES) {
  test(`${what}: it is ${peer || 'nobody in particular'} who asks`, () => {
    assert.equal(peerAddress(connected, forwardedFor, trusting(trusted)), peer);
  });
}

test('a proxy is an address or a network, and never everybody', () => {
  for (const wrong of ['proxy', '10.0.0', '10.0.0.1/33', '0.0.0.0/0', '::/0', '10.0.0.1 10.0.0.2', '0x7f.1']) {
    assert.throws(() => trusting(wrong), /^Error: TRUSTED_PROXIES must be addresses or networks/, wrong);
  }
});

test('all addresses of a network of IPv6 are one party, however they are written', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', '2001:0db8:0001:0002::9%eth0'];
  assert.deepEqual([...new Set(same.map(networkOf))], ['2001:db8:1:2::/64']);
  assert.equal(networkOf('2001:db8::1'), networkOf('2001:db8::5:6:7:8'), 'also one with zeros in it');
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
});

test('an address of IPv4 is a party of its own, also as an IPv6 socket has it', () => {
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('192.0.2.2'), '192.0.2.2');
  assert.equal(networkOf(''), '');
});

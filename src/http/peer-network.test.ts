import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './peer-network.ts';

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

import { expect, test } from 'vitest';
import { addressKey } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1::9', '2001:db8:1:0'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2', '2001:db8:0:0'],
  ['2001:db8::5:1:2:3:4', '2001:db8:0:5'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ['::1', '0:0:0:0'],
])('%s is counted as %s', (address, key) => expect(addressKey(address)).toBe(key));

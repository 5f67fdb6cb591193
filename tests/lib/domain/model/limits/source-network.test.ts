import { expect, it } from 'vitest';
import { findSourceNetwork } from '../../../../../lib/domain/model/limits/rate-limit.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of the IP address %s is %s', (source, network) => {
  expect(findSourceNetwork(source)).toBe(network);
});

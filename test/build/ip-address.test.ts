import { createRequire } from 'node:module';
import { isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as standIn from '../../scripts/build/stand-ins/ip-address.mjs';

/** The one that socks has. */
const { Address4, Address6 } = createRequire(import.meta.resolve('socks'))('ip-address');

describe('the stand-in for ip-address', () => {
  it.each(['0.0.0.0', '127.0.0.1', '255.255.255.255', '192.168.10.7'])('takes %s apart', (text) => {
    expect(new standIn.Address4(text).toArray()).toEqual(new Address4(text).toArray());
  });

  it.each([
    '::',
    '::1',
    '1::',
    '2001:db8::8a2e:370:7334',
    '2001:DB8:0:0:0:ff00:42:8329',
    'fe80::1%eth0',
    '::ffff:192.0.2.128',
    '64:ff9b::192.0.2.33',
    '1:2:3:4:5:6:77.88.99.100',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
  ])('writes %s in full', (text) => {
    expect(isIPv6(text)).toBe(true);
    expect(new standIn.Address6(text).canonicalForm()).toBe(new Address6(text).canonicalForm());
  });

  it('makes an address of bytes', () => {
    const bytes = Array.from({ length: 16 }, (_, at) => (at * 37) % 256);
    const [ours, theirs] = [standIn.Address6, Address6].map((one) =>
      one.fromByteArray(bytes).canonicalForm(),
    );
    expect(ours).toBe(theirs);
  });
});

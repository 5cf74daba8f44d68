import { describe, expect, it } from 'vitest';
import { zoneOf } from '../../src/transport/zone.ts';

/** A host as it may stand in a URL, and its zone; nothing for a name that has to be looked up. */
const HOSTS: readonly (readonly [host: string, zone: ReturnType<typeof zoneOf>])[] = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.localhost.',
    '127.0.0.1',
    '127.1',
    '127.9.9.9',
  ].map((host) => [host, 'loopback'] as const),
  ...['2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '0', '0.0.0.0', '[::1]', '[::]', '[0:0::1]'].map(
    (host) => [host, 'loopback'] as const,
  ),
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'].map(
    (host) => [host, 'loopback'] as const,
  ),
  ['169.254.169.254', 'link-local'],
  ['0xa9fea9fe', 'link-local'],
  ['[::ffff:169.254.169.254]', 'link-local'],
  ['[fe80::1]', 'link-local'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ].map((host) => [host, 'private'] as const),
  ...['[fd00::1]', '[fc00::1]', '[ff02::1]', '[::ffff:10.0.0.1]', '167772161'].map(
    (host) => [host, 'private'] as const,
  ),
  ...['8.8.8.8', '172.32.0.1', '[2606:4700::1111]', '[::ffff:8.8.8.8]', '93.184.216.34'].map(
    (host) => [host, 'public'] as const,
  ),
  ...['example.com', 'localhost.example.com', 'notlocalhost', '127.0.0.1.nip.io'].map(
    (host) => [host, undefined] as const,
  ),
];

describe('the zone of a host', () => {
  it.each(HOSTS)('%s is %s', (host, zone) => {
    expect(zoneOf(new URL(`http://${host}/`).hostname)).toBe(zone);
  });

  it.each([
    ['::ffff:127.0.0.1', 'loopback'],
    ['fe80::1%eth0', 'link-local'],
    ['::1', 'loopback'],
  ])('%s, as a resolver gives it, is %s', (address, zone) => {
    expect(zoneOf(address)).toBe(zone);
  });
});

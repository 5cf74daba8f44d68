import { BlockList, isIP } from 'node:net';

/** From where an address can be reached: a public one from everywhere. */
export type Zone = 'public' | 'private' | 'link-local' | 'loopback';

/**
 * The zone of a host in a URL: of an IP address, or of a name that always means this machine (RFC 6761, 6.3). Undefined
 * for a name that has to be looked up.
 */
export function zoneOf(hostname: string): Zone | undefined {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (/(?:^|\.)localhost$/.test(host)) return 'loopback';
  const family = isIP(host);
  if (family === 0) return undefined;
  const address = mapped(host);
  const type = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return TABLE.find(([, list]) => list.check(address, type))?.[0] ?? 'public';
}

/** The IPv4 address inside an IPv6 address: mapped, compatible or translated (RFC 4291, 6052, 3056). */
function mapped(host: string): string {
  if (isIP(host) !== 6) return host;
  const full = new URL(`http://[${host.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [, high, low] =
    /^(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/.exec(full) ??
    /^2002:([\da-f]{1,4}):([\da-f]{1,4}):/.exec(full) ??
    [];
  if (high === undefined || low === undefined) return full;
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, other >> 8, other & 255].join('.');
}

const listOf = (...subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/');
    list.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** The registries of special addresses (RFC 6890), merged. */
const TABLE: readonly (readonly [Zone, BlockList])[] = [
  ['loopback', listOf('127.0.0.0/8', '0.0.0.0/8', '::/127')],
  ['link-local', listOf('169.254.0.0/16', 'fe80::/10')],
  [
    'private',
    listOf(
      ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15'],
      ...['224.0.0.0/3', 'fc00::/7', 'fec0::/10', 'ff00::/8'],
    ),
  ],
];

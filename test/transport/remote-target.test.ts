import { describe, expect, it } from 'vitest';
import { addressOf, type HttpTarget } from '../../src/session/target.ts';
import { proxyFor } from '../../src/transport/proxy.ts';
import { isAddress, type RemoteOptions, remoteTarget } from '../../src/transport/remote-target.ts';
import { TargetError } from '../../src/transport/target-error.ts';

const target = (address: string, options: Partial<RemoteOptions> = {}): HttpTarget =>
  remoteTarget(address, {
    ...{ transport: undefined, headers: [], ca: undefined, insecure: false, env: {} },
    ...options,
  });

describe('an address', () => {
  it.each([
    ['https://host/mcp', { transport: 'http', chosen: false, url: 'https://host/mcp' }],
    ['HTTP://Host:8080', { transport: 'http', url: 'http://host:8080/' }],
    ['http://[::1]:3000/mcp?a=b#c', { url: 'http://[::1]:3000/mcp?a=b' }],
    ['wss://host/x', { transport: 'ws', url: 'wss://host/x' }],
    ['unix:/run/a.sock:/mcp?x=1', { socket: '/run/a.sock', url: 'http://localhost/mcp?x=1' }],
    ['unix:/run/a.sock', { socket: '/run/a.sock', url: 'http://localhost/' }],
    [
      'https://me:p%20w@host/mcp',
      { url: 'https://host/mcp', headers: [['Authorization', 'Basic bWU6cCB3']] },
    ],
  ])('%s', (address, expected) => {
    expect(isAddress(address)).toBe(true);
    expect(target(address)).toMatchObject(expected);
  });

  it.each(['node', './server.js', 'C:\\server.exe', 'host:3000', 'npx'])('%s is none', (word) => {
    expect(isAddress(word)).toBe(false);
  });

  it.each(['https://host/mcp', 'unix:/run/a.sock:/mcp'])('%s is told as it was given', (address) => {
    expect(addressOf(target(address))).toBe(address);
  });

  it('of a user who has a header of their own keeps that', () => {
    const headers = [['authorization', 'Bearer x']] as const;
    expect(target('https://me@host/', { headers }).headers).toEqual(headers);
  });

  it.each<[string, Partial<RemoteOptions>, RegExp]>([
    ['https://', {}, /^https:\/\/ is not a URL: its host is missing$/],
    ['http://host:99999/mcp', {}, /is not a URL: a port is at most 65535, not 99999$/],
    ['unix:run/a.sock', {}, /for example: unix:\/run\/server\.sock:\/mcp/],
    ['ws://host', { transport: 'http' }, /--transport http cannot be used with ws:\/\//],
    ['http://host', { transport: 'ws' }, /--transport ws cannot be used with http:\/\//],
    ['http://host', { env: { http_proxy: 'ftp://p:1' } }, /ftp:\/\/ proxies are not supported/],
  ])('%s with %j is refused', (address, options, message) => {
    expect(() => target(address, options)).toThrow(TargetError);
    expect(() => target(address, options)).toThrow(message);
  });
});

describe('the proxy', () => {
  const env = { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://me:pw@s:2' };
  it.each<[string, Record<string, string>, string | undefined]>([
    ['http://host/', {}, undefined],
    ['http://host/', env, 'http://p:1/'],
    ['https://host/', env, 'http://me:pw@s:2/'],
    ['https://host/', { ALL_PROXY: 'a:3' }, 'http://a:3/'],
    ['http://host/', { ...env, http_proxy: 'small:4' }, 'http://small:4/'],
    ['http://host/', { HTTP_PROXY: '' }, undefined],
    ['http://localhost:3000/', env, undefined],
    ['http://127.0.0.1/', env, undefined],
    ['http://[::1]/', env, undefined],
    ['http://host/', { ...env, NO_PROXY: '*' }, undefined],
    ['http://host/', { ...env, NO_PROXY: 'other, host' }, undefined],
    ['http://a.host/', { ...env, no_proxy: 'host' }, undefined],
    ['http://a.host/', { ...env, no_proxy: '.host' }, undefined],
    ['http://a.host/', { ...env, no_proxy: '*.host' }, undefined],
    ['http://ahost/', { ...env, no_proxy: 'host' }, 'http://p:1/'],
    ['http://host:80/', { ...env, no_proxy: 'host:80' }, undefined],
    ['http://host:81/', { ...env, no_proxy: 'host:80' }, 'http://p:1/'],
  ])('of %s with %j', (url, variables, proxy) => {
    expect(proxyFor(new URL(url), variables)).toBe(proxy);
  });
});

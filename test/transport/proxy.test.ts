import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../src/transport/proxy.ts';

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

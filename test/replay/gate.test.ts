import { describe, expect, it } from 'vitest';
import { whyNotSent } from '../../src/replay/gate.ts';

const ALL = '; --all sends it anyway';
const DESTRUCTIVE = 'is marked destructive';
const NEITHER = 'is marked neither read-only nor idempotent';
const UNSURE = 'is marked idempotent, but not as harmless (destructiveHint: false)';

describe('a tool', () => {
  it.each<[annotations: unknown, why: string | undefined]>([
    [{ readOnlyHint: true }, undefined],
    [{ readOnlyHint: true, idempotentHint: false }, undefined],
    [{ readOnlyHint: true, destructiveHint: false }, undefined],
    [{ idempotentHint: true, destructiveHint: false }, undefined],
    [{ readOnlyHint: false, idempotentHint: true, destructiveHint: false }, undefined],
    [{ idempotentHint: true, destructiveHint: true }, DESTRUCTIVE],
    [{ readOnlyHint: true, destructiveHint: true }, DESTRUCTIVE],
    [{ destructiveHint: true }, DESTRUCTIVE],
    [{ idempotentHint: true }, UNSURE],
    [{ destructiveHint: false }, NEITHER],
    [{ readOnlyHint: false }, NEITHER],
    [{ readOnlyHint: 'true' }, NEITHER],
    [{}, NEITHER],
    [undefined, NEITHER],
    [null, NEITHER],
    ['read-only', NEITHER],
  ])('%j', (annotations, why) => {
    const tools = [{ name: 't', raw: { name: 't', annotations } }];
    expect(whyNotSent('tools/call', 't', tools)).toEqual(why && { kind: 'harm', why: `t ${why}${ALL}` });
  });

  it.each([undefined, 'text', null, []])('that is %j in the list', (raw) => {
    expect(whyNotSent('tools/call', 't', [{ name: 't', raw }])).toEqual({
      kind: 'harm',
      why: `t ${NEITHER}${ALL}`,
    });
  });

  it('that is not listed, or of a list that nobody has', () => {
    expect(whyNotSent('tools/call', 't', [])).toEqual({
      kind: 'unlisted',
      why: `the server does not list t${ALL}`,
    });
    const tools = [{ name: 'get_users', raw: {} }];
    expect(whyNotSent('tools/call', 'get_user', tools)?.why).toBe(
      `the server does not list get_user (did you mean get_users?)${ALL}`,
    );
    const why = `the tools could not be listed, so nobody knows whether t does harm${ALL}`;
    expect(whyNotSent('tools/call', 't', undefined)).toEqual({ kind: 'unknown', why });
  });
});

describe('a method', () => {
  it.each([
    ...['ping', 'tools/list', 'resources/list', 'prompts/get', 'resources/read', 'completion/complete'],
    ...['logging/setLevel', 'tasks/get', 'notifications/roots/list_changed'],
  ])('%s is sent', (method) => expect(whyNotSent(method, '', [])).toBeUndefined());

  it.each([
    ['tasks/update', 'may change something'],
    ['tasks/cancel', 'may be about a task of another session'],
    ['vendor/delete', 'is not a method of MCP and may do harm'],
    ['tools/cal', 'is not a method of MCP (did you mean tools/call?) and may do harm'],
  ])('%s is not', (method, why) => expect(whyNotSent(method, '', [])?.why).toBe(`${method} ${why}${ALL}`));
});

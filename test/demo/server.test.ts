import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  type CallToolResult,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoServer } from '../../src/demo/server.ts';

const client = new Client({ name: 'test', version: '1' });
const logged: unknown[] = [];
const updated: string[] = [];

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  client.setNotificationHandler(
    LoggingMessageNotificationSchema,
    ({ params }) => void logged.push(params.data),
  );
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void updated.push(params.uri),
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await demoServer({ era: 'legacy' }).connect(theirs);
  await client.connect(ours);
});
afterAll(() => void vi.restoreAllMocks());

const call = async (name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;

/** Arguments for the tools that need some; all others are called with none. */
const ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = {
  'say-hello': { name: 'Ada' },
  separation: { ra: 10, dec: 20 },
  'book-night': { guest: 'Ada', date: '2026-08-12', telescope: 'refractor' },
  'write-log': { entry: 'Clouds.\nThen none.' },
  'take-exposure': { seconds: 0.02 },
  'night-watch': { rounds: 4, pause: 0 },
  'survey-sky': { plates: 1 },
};

describe('tools', () => {
  it('are all listed with schemas that a strict validator takes', async () => {
    const { tools } = await client.listTools();
    const ajv = new Ajv2020({ strict: false, formats: { date: true, email: true } });
    for (const { name, title, description, inputSchema, outputSchema } of tools) {
      expect([name, title, description]).toEqual([
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ]);
      ajv.compile(inputSchema);
      if (outputSchema) ajv.compile(outputSchema);
    }
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(ARGUMENTS)));
  });

  it('answer with nothing but their required arguments, as they are meant to', async () => {
    const bells = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { tools } = await client.listTools();
    const failed: string[] = [];
    const refused: string[] = [];
    for (const { name } of tools) {
      const result = await call(name, ARGUMENTS[name]).catch(() => void refused.push(name));
      if (result?.isError) failed.push(name);
    }
    expect(failed).toEqual(['open-dome']);
    expect(refused).toEqual(['point-at-sun']);
    expect(bells).toHaveBeenCalledTimes(2);
    bells.mockRestore();
  });

  it('tell how far they are, and stop when cancelled', async () => {
    const seen: string[] = [];
    const cancel = new AbortController();
    const running = client.callTool({ name: 'take-exposure', arguments: { seconds: 600 } }, undefined, {
      signal: cancel.signal,
      onprogress: ({ progress, total, message }) => {
        seen.push(`${progress}/${total} ${message}`);
        cancel.abort('enough');
      },
    });
    await expect(running).rejects.toThrow('enough');
    expect(seen).toEqual(['0/600 opening the shutter']);
  });

  it('say what is wrong with arguments', async () => {
    const { isError, content } = await call('separation', { ra: 400, dec: 0 });
    expect(isError).toBe(true);
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('#/ra') }]);
  });

  it('answer the error of a request with code and data', async () => {
    await expect(call('point-at-sun')).rejects.toMatchObject({ code: -32010, data: { filter: 'none' } });
    await expect(call('no-such')).rejects.toMatchObject({ code: -32602 });
  });

  it('have a result above a megabyte, a PNG, a WAV file and links', async () => {
    const [all] = (await call('catalogue')).content;
    expect(all?.type === 'text' && all.text.length).toBeGreaterThan(2 ** 20);
    const [, image] = (await call('sky-picture', { width: 64 })).content;
    expect(image).toMatchObject({
      type: 'image',
      mimeType: 'image/png',
      data: expect.stringMatching(/^iVBORw0KGgo/),
    });
    const [sound] = (await call('listen-to-pulsar')).content;
    expect(sound).toMatchObject({
      type: 'audio',
      mimeType: 'audio/wav',
      data: expect.stringMatching(/^UklGR/),
    });
    const kinds = (await call('find-plates', { from: 1900 })).content.map(({ type }) => type);
    expect(kinds).toEqual(['text', 'resource_link', 'resource_link', 'resource_link', 'resource']);
  });

  it('log at all levels', async () => {
    logged.length = 0;
    await call('night-watch', { rounds: 4, pause: 0 });
    expect(logged.map((data) => (data as { round: number }).round)).toEqual([1, 2, 3, 4]);
  });
});

describe('resources', () => {
  it('can all be read', async () => {
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([expect.objectContaining({ uri })]);
    }
    expect(resources.map(({ mimeType }) => mimeType)).toContain('image/png');
  });

  it('come from templates that complete, with the context', async () => {
    const complete = async (uri: string, name: string, value: string, context = {}) => {
      const argument = { name, value };
      return (await client.complete({ ref: { type: 'ref/resource', uri }, argument, context })).completion
        .values;
    };
    expect(await complete('observatory://stars/{name}', 'name', 'al')).toEqual([
      'Aldebaran',
      'Algol',
      'Altair',
    ]);
    const plate = 'observatory://plates/{year}/{number}';
    expect(await complete(plate, 'year', '19')).toEqual(['1910', '1930', '1954']);
    expect(await complete(plate, 'number', '', { arguments: { year: '1896' } })).toEqual(['1', '2']);
    const { contents } = await client.readResource({ uri: 'observatory://plates/1910/14' });
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('Halley') })]);
    await expect(client.readResource({ uri: 'observatory://stars/Nemesis' })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('say that they changed to who subscribed, and to nobody else', async () => {
    updated.length = 0;
    await call('write-log', { entry: 'Nobody listens.' });
    expect(updated).toEqual([]);
    await client.subscribeResource({ uri: 'observatory://logbook' });
    await call('write-log', { entry: 'Somebody does.' });
    expect(updated).toEqual(['observatory://logbook']);
    const { contents } = await client.readResource({ uri: 'observatory://logbook' });
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('Somebody does.') })]);
  });
});

describe('prompts', () => {
  it('can all be had', async () => {
    const { prompts } = await client.listPrompts();
    const shapes: Record<string, string[]> = {};
    for (const { name, arguments: args } of prompts) {
      const given = Object.fromEntries(
        (args ?? []).filter(({ required }) => required).map((arg) => [arg.name, 'Vega']),
      );
      const { messages } = await client.getPrompt({ name, arguments: given });
      shapes[name] = messages.map(({ role, content }) => `${role} ${content.type}`);
    }
    expect(shapes).toEqual({
      haiku: ['user text'],
      'explain-star': ['user text', 'assistant text', 'user text'],
      'write-report': ['user text', 'user image', 'user resource'],
    });
  });

  it('complete their arguments', async () => {
    const ref = { type: 'ref/prompt' as const, name: 'explain-star' };
    const star = await client.complete({ ref, argument: { name: 'star', value: 'P' } });
    expect(star.completion.values).toEqual(['Polaris', 'Pollux', 'Procyon']);
    const to = await client.complete({ ref, argument: { name: 'to', value: 'an' } });
    expect(to.completion.values).toEqual(['an astronomer']);
  });
});

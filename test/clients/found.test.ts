import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellOf } from '../../src/cli/io.ts';
import { findConfig } from '../../src/clients/found.ts';
import { scratch } from '../support/cli.ts';

test('a config is found when it is there and has servers; one that cannot be read is told of', () => {
  const home = scratch();
  const shell = shellOf({ env: {}, cwd: home });
  const find = (name: string) => findConfig({ client: 'Cursor', path: join(home, name) }, shell, home);
  const write = (name: string, text: string) => writeFileSync(join(home, name), text);
  write('good.json', '{ "mcpServers": { "sky": { "command": "node" } } }');
  write('other.json', '{ "theme": "dark" }');
  write('bad.json', '{');
  mkdirSync(join(home, 'folder.json'));

  expect(find('none.json')).toEqual([]);
  expect(find('other.json')).toEqual([]);
  expect(find('good.json')).toMatchObject([{ client: 'Cursor', file: { servers: [{ name: 'sky' }] } }]);
  expect(find('bad.json')).toMatchObject([{ file: { problem: expect.stringContaining('bad.json:1') } }]);
  expect(find('folder.json')).toMatchObject([{ file: { problem: expect.any(String) } }]);
});

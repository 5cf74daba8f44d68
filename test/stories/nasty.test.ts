import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMatch } from '../support/opening.ts';
import { sentWith } from '../support/recording.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** The worst tools of real servers, each with what a good form does (`aGoodFormMust`). */
const NASTY = fileURLToPath(new URL('../../../shared/corpus/nasty', import.meta.url));
const SERVER = fileURLToPath(new URL('../support/servers/listing.mjs', import.meta.url));

const isThere = existsSync(NASTY);
if (!isThere) console.warn('skipped: the corpus of listings is not beside this checkout');
const files = isThere ? readdirSync(NASTY).map((file) => join(NASTY, file)) : [];

describe.skipIf(!isThere)('the worst real tools at 80×24', () => {
  let terminal: Terminal;

  beforeAll(async () => {
    const args = [process.execPath, SERVER, ...files];
    terminal = openTerminal({ args, cols: 80, rows: 24, kitty: true, keep: true });
    await terminal.waitFor(/Tools 20\b/);
    await terminal.waitFor((screen) => screen.modes().kitty === 1);
  });
  afterAll(() => terminal.kill());

  /** Opens the form of a tool. */
  const open = async (tool: string) => {
    await terminal.key('alt+2', 'esc', 'esc', 'esc');
    await openMatch(terminal, tool);
    await terminal.waitFor('ctrl+s call');
  };
  /** Waits until a row has the focus; `shown` is what stands beside its name. */
  const on = (field: string, shown = '') =>
    terminal.waitFor(new RegExp(`│ ❯[▾▸ ] *${field.replace(/[+.]/g, '\\$&')} .*${shown}`));
  /** Goes to a field by its name. */
  const go = async (field: string) => {
    await terminal.key('ctrl+f');
    await terminal.waitFor(/^ field /m);
    await terminal.type(field);
    await terminal.waitFor(`field ${field}`);
    await terminal.key('enter');
    await terminal.waitWithout(/^ field /m);
    await on(field);
  };
  /** Takes a choice of the focused field by the beginning of its name. */
  const choose = async (text: string, label = text) => {
    await terminal.type(text);
    await terminal.waitFor(`❯ ${label}`);
    await terminal.key('enter');
  };
  /** Switches the focused field to another kind of value. */
  const kind = async (label: string) => {
    await terminal.key('alt+t');
    await terminal.type(label);
    // A long name is cut where the pane ends.
    const row = `❯ ${label.slice(0, 20)}`;
    await terminal.waitFor(row);
    await terminal.key('enter');
    await terminal.waitWithout(row);
  };
  /** Calls the open tool, in spite of what is wrong when that is asked; what went over the wire as its arguments. */
  const call = async (tool: string): Promise<unknown> => {
    await terminal.key('ctrl+s');
    await terminal.waitFor(/y send|y once|called with/);
    for (const yes of ['y send', 'y once']) {
      if (!terminal.text().includes(yes)) continue;
      await terminal.key('y');
      await terminal.waitWithout(yes);
      await terminal.waitFor(/y once|called with/);
    }
    await terminal.waitFor('called with');
    const message = () => sentWith(terminal.home, `"name":"${tool}"`).at(-1);
    await expect.poll(message).toBeDefined();
    return JSON.parse(message() ?? '').params.arguments;
  };

  test('01: groups are absent until opened, what surrounds a field is told', async () => {
    await open('putCollection');
    await terminal.type('c1');
    await go('collection');
    await on('collection', 'not set');
    await terminal.key('right', 'right', 'right');
    await on('name', 'not set');
    expect(terminal.text()).toContain('in collection.info');
    await terminal.key('left');
    await terminal.type('My APIs');
    await on('name', 'My APIs');
    await go('Prefer');
    await terminal.key('enter');
    await terminal.waitFor('❯ respond-async');
    await terminal.key('enter');
    expect(await call('putCollection')).toEqual({
      collectionId: 'c1',
      Prefer: 'respond-async',
      collection: { info: { name: 'My APIs' } },
    });
  });

  test('04: a deep schema opens level by level, the names stay readable', async () => {
    await open('create-sharepoint-list');
    await go('columns');
    await terminal.key('right', 'right');
    await on('+ add an item');
    await terminal.key('enter');
    await on('1.');
    await go('calculated');
    await terminal.key('right', 'right');
    await terminal.waitFor('in body.columns[0].calculated');
    await terminal.type('=1');
    await terminal.waitFor('=1');
    expect(JSON.stringify(await call('create-sharepoint-list'))).toMatch(
      /^{"body":{"columns":\[{"calculated":{"\w+":"=1"}}]}}$/,
    );
  });

  test('05: a description of 40 kB leaves room for the form, digits are kept, members get names', async () => {
    await open('qmetry_update_test_case');
    await on('tcID', 'not set');
    expect(terminal.text()).toMatch(/… \d+ more lines \(esc i: read all\)/);
    await terminal.type('12345678901234567890');
    await terminal.waitFor('! is sent as typed');
    await go('udfFields');
    await terminal.key('right', 'right', 'enter');
    await terminal.waitFor(/^ name /m);
    await terminal.type('a.b');
    await terminal.key('enter');
    await on('a.b', 'not set');
    await kind('number');
    await terminal.type('7');
    await on('a.b', '7');
    await call('qmetry_update_test_case');
    const [sent] = sentWith(terminal.home, '"qmetry_update_test_case"');
    expect(sent).toContain('"arguments":{"tcID":12345678901234567890,"udfFields":{"a.b":7}}');
  });

  test('06: variants by their constant, one level of the recursion at a time', async () => {
    await open('push_flex_message');
    await go('contents');
    await terminal.key('enter');
    await choose('bub', 'bubble');
    await on('contents', 'bubble');
    await go('body');
    await on('body', 'not set');
    await kind('box');
    await on('body', 'box');
    await go('contents');
    await terminal.key('ctrl+g');
    await terminal.waitFor(/✗/);
    const sent = JSON.stringify(await call('push_flex_message'));
    expect(sent).toContain('"contents":{"type":"bubble","body":{"type":"box"');
  });

  test('09: a map of texts whose members are renamed and removed', async () => {
    await open('manageFunctions');
    await choose('createF', 'createFunction');
    await go('envVariables');
    await terminal.key('right', 'right', 'enter');
    await terminal.waitFor(/^ name /m);
    await terminal.type('HOME');
    await terminal.key('enter');
    await on('HOME');
    await terminal.type('/root');
    await terminal.key('alt+n');
    await terminal.waitFor(/^ name /m);
    await terminal.type('CITY');
    await terminal.key('enter');
    await on('CITY', '/root');
    expect(await call('manageFunctions')).toEqual({
      action: 'createFunction',
      envVariables: { CITY: '/root' },
    });
  });

  test('17: what is required changes with what was chosen', async () => {
    await open('swagger_create_table_of_contents');
    await go('content');
    await terminal.key('right', 'right');
    await choose('api', 'apiUrl');
    await terminal.key('ctrl+g');
    await on('url', 'not set');
    await terminal.waitFor('✗ required');
    await terminal.key('up', 'up');
    await on('type', 'apiUrl');
    await choose('htm', 'html');
    await terminal.key('ctrl+g');
    await terminal.waitWithout(/❯ +url/);
  });

  test('22: required fields come first, a pattern is told and checked', async () => {
    await open('create-event');
    await on('calendarId', 'not set');
    await terminal.type('me');
    await go('account');
    await terminal.waitFor('matches ^[a-z0-9_-]{1,64}$');
    await terminal.type('No');
    await terminal.waitFor('✗ must match');
  });

  test('24: any value by its type, bounds that say nothing are not shown', async () => {
    await open('update_module');
    await go('backlog_issues');
    expect(terminal.text()).not.toContain('9007199254740991');
    await go('description_html');
    await kind('string');
    await terminal.type('42');
    await on('description_html', '42');
    await go('logo_props');
    await terminal.type('42');
    expect(await call('update_module')).toEqual({
      module_data: { description_html: '42', logo_props: 42 },
    });
  });

  test('27: a reference to a sibling, one text for two branches, the present moment', async () => {
    await open('start_export_job');
    await choose('smsS', 'smsSend');
    await go('endDateTime');
    await terminal.key('ctrl+space');
    await terminal.waitFor(/❯ \d{4}-\d\d-\d\dT/);
    await terminal.key('enter');
    await on('endDateTime', 'T\\d\\d:\\d\\d:\\d\\dZ');
    expect(await call('start_export_job')).toEqual({
      dataTypeName: 'smsSend',
      endDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  test('29: only the chosen branch is shown and sent, an object that holds nothing is {}', async () => {
    await open('netlify-extension-services-updater');
    await terminal.key('enter');
    await choose('init', 'initialize-database');
    await on('selectSchema', 'initialize-database');
    await kind('change-extension-installation');
    await terminal.waitFor(/operation \* +change-extension/);
    await kind('initialize-database');
    await go('params');
    await terminal.key('alt+0');
    await on('params', '\\{\\}');
    expect(await call('netlify-extension-services-updater')).toEqual({
      selectSchema: { operation: 'initialize-database', params: {} },
    });
  });

  test('30: one text or a list of them, by a switch or a paste', async () => {
    await open('list_specs');
    await on('assignee', 'not set');
    await kind('array of strings');
    terminal.paste('ada\nlin');
    await terminal.waitFor(/2\. +lin/);
    await go('2.');
    await terminal.key('alt+up');
    await on('1.', 'lin');
    await go('tags');
    terminal.paste('["x"]');
    await on('tags', 'array of strings: ..x..');
    expect(await call('list_specs')).toEqual({ assignee: ['lin', 'ada'], tags: ['x'] });
  });

  test('32: some of several make a list, each choice has its own type', async () => {
    await open('queryEnv');
    await choose('met', 'metrics');
    await go('fields');
    await terminal.type('Al');
    await terminal.waitFor('❯ [ ] Alias');
    await terminal.key('space');
    await terminal.waitFor('❯ [x] Alias');
    await terminal.key('enter');
    await on('fields', '\\["Alias"\\]');
    await go('period');
    await terminal.key('enter');
    await choose('300');
    expect(await call('queryEnv')).toEqual({ action: 'metrics', fields: ['Alias'], period: 300 });
  });

  test('35: without a type any value is taken', async () => {
    await open('asana_set_parent_for_task');
    await on('data', 'not set');
    terminal.paste('{"parent": "p"}');
    await terminal.waitFor(/parent +string: p/);
    await go('task_id');
    await terminal.type('42');
    expect(await call('asana_set_parent_for_task')).toEqual({ data: { parent: 'p' }, task_id: '42' });
  });

  test('36: an empty list of choices is said, and any JSON can be sent all the same', async () => {
    await open('netlify-coding-rules');
    await terminal.waitFor('its enum is empty');
    await terminal.type('"serverless"');
    await terminal.waitFor('✗ has an empty enum');
    expect(await call('netlify-coding-rules')).toEqual({ creationType: 'serverless' });
  });

  test('37: a schema that says nothing takes any object, {} untouched', async () => {
    await open('create_or_update_file');
    expect(await call('create_or_update_file')).toEqual({});
  });

  test('38: nothing, null, the empty text and a value are four things', async () => {
    await open('update_spec');
    await terminal.type('s1');
    await go('assignee');
    await on('assignee', 'not set');
    await terminal.key('ctrl+n');
    await on('assignee', 'null');
    await go('content');
    await terminal.key('alt+0');
    await on('content', '"" \\(empty string\\)');
    await go('due');
    await terminal.type('null');
    await go('id');
    const rows = terminal.text();
    expect(rows).toMatch(/ assignee +null/);
    expect(rows).toMatch(/ content +""/);
    expect(rows).toMatch(/ due +"null"/);
    expect(rows).toMatch(/ created +[│┃]/);
    expect(await call('update_spec')).toEqual({ id: 's1', assignee: null, content: '', due: 'null' });
  });

  test('40: a choice of true and false is a boolean', async () => {
    await open('getAllComponents');
    await go('hasVersions');
    await choose('t', 'true');
    expect(await call('getAllComponents')).toEqual({ hasVersions: true });
  });
});

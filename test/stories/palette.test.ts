import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened } from '../support/opening.ts';
import { portion } from '../support/portion.ts';
import { recordedIn, sentWith } from '../support/recording.ts';
import type { Terminal } from '../support/terminal.ts';

const sizes = portion([
  { cols: 120, rows: 32 },
  { cols: 60, rows: 15 },
]);

/** One sitting with the demonstration server: each story begins where the one before has ended. */
describe.each(sizes)('the palette at $cols×$rows', ({ cols, rows }) => {
  let terminal: Terminal;

  beforeAll(async () => {
    terminal = await opened(['demo'], { cols, rows, keep: true });
  });
  afterAll(() => terminal.kill());

  /** Opens the palette and narrows it until a row is the selected one. */
  const find = async (typed: string, row: string, key = 'ctrl+p') => {
    await terminal.key(key);
    await terminal.waitFor('Palette');
    await terminal.type(typed);
    await terminal.waitFor(`❯ ${row}`);
  };

  test('goes to a tool from the Server screen, its form ready to be typed into', async () => {
    await find('separ', 'separation', ':');
    await terminal.key('enter');
    await terminal.waitFor('❯ ra *');
    await terminal.waitWithout('Palette');
  });

  test('is opened while one types, and closed again without a trace', async () => {
    await terminal.type('68.98');
    await terminal.waitFor('68.98');
    await find('call', 'call', 'alt+x');
    await terminal.key('esc');
    await terminal.waitWithout('Palette');
    await terminal.waitFor(/❯ ra \* .*68\.98/);
  });

  test('runs a command of the place it was opened in', async () => {
    await find('toggle json and form', 'toggle json and form');
    await terminal.key('enter');
    await terminal.waitFor('"ra": 68.98');
    await terminal.key('ctrl+t');
    await terminal.waitFor('❯ ra *');
  });

  test('sends a call at the edge of the schema, and again', async () => {
    await find('boundary', 'boundary values');
    await terminal.key('enter');
    await terminal.waitFor('Boundary values');
    await terminal.type('ra null');
    await terminal.waitFor('❯ ra: null');
    await terminal.key('enter');
    await terminal.waitFor('boundary value: ra: null');
    await terminal.waitFor('Tool error (isError)');
    expect(terminal.text()).toContain('separation (ra: n');
    await terminal.key('r');
    await expect.poll(() => sentWith(terminal.home, '"separation"')).toHaveLength(2);
    for (const sent of sentWith(terminal.home, '"separation"'))
      expect(sent).toContain('"arguments":{"ra":null}');
    // The form still holds what was typed.
    await terminal.key('e');
    await terminal.waitFor(/ra \* .*68\.98/);
  });

  test('asks before a boundary call of a tool that destroys', async () => {
    await find('point-at', 'point-at-sun');
    await terminal.key('enter');
    await terminal.waitFor('ctrl+s');
    await find('boundary', 'boundary values');
    await terminal.key('enter');
    await terminal.waitFor('Boundary values');
    await terminal.key('enter');
    await terminal.waitFor('y once');
    await terminal.key('n');
    await terminal.waitWithout('y once');
    expect(sentWith(terminal.home, '"point-at-sun"')).toEqual([]);
  });

  /** Opens the editor for raw text. */
  const writeRaw = async () => {
    await find('send raw', 'send raw');
    await terminal.key('enter');
    await terminal.waitFor('─ Send raw');
  };

  test('sends a text as it stands and shows it in the traffic', async () => {
    await writeRaw();
    // The cursor is where the method belongs.
    await terminal.type('tools/nothing');
    await terminal.key('ctrl+e');
    await terminal.type(' ');
    await terminal.waitFor('tools/nothing');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/❯.*tools\/nothing/);
    await terminal.waitFor('-32601');
    await expect
      .poll(() => sentWith(terminal.home, 'tools/nothing'))
      .toEqual([expect.stringMatching(/^\{"jsonrpc":"2\.0","id":"r\d+","method":"tools\/nothing"\} $/)]);
  });

  test('sends a line of the traffic again, changed, with an id of its own', async () => {
    await terminal.key('e');
    await terminal.waitFor('─ Send raw');
    await terminal.key('ctrl+e', 'left', 'left');
    await terminal.type('/again');
    // A narrow window breaks the line further on.
    await terminal.waitFor('tools/nothing/ag');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/❯.*tools\/nothing\/again/);
    const ids = () => sentWith(terminal.home, 'tools/nothing').map((sent) => JSON.parse(sent).id);
    await expect.poll(() => new Set(ids()).size).toBe(2);
  });

  test('sends what is no message at all, kept while one looks elsewhere', async () => {
    await writeRaw();
    await terminal.key('ctrl+e', 'ctrl+u');
    await terminal.type('{"half');
    await terminal.waitFor('not valid JSON from line 1, column 7');
    await terminal.key('esc');
    await terminal.waitWithout('Send raw');
    await writeRaw();
    await terminal.waitFor('{"half');
    await terminal.key('ctrl+s');
    await terminal.waitFor('sent as is');
    // What a person sends on purpose is no finding about the server, which would stand there.
    await terminal.waitFor(/❯.*not a message/);
    const invalid = () => recordedIn(terminal.home).filter(({ type }) => type === 'invalid');
    await expect.poll(() => invalid().length).toBe(1);
  });

  test('sends JSON of several lines on one', async () => {
    await writeRaw();
    await terminal.key('ctrl+e', 'ctrl+u');
    terminal.paste('{\n  "jsonrpc": "2.0",\n  "method": "notifications/pasted"\n}');
    await terminal.waitFor('notifications/pasted');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/❯.*notifications\/pasted/);
    await expect
      .poll(() => sentWith(terminal.home, 'notifications/pasted'))
      .toEqual(['{   "jsonrpc": "2.0",   "method": "notifications/pasted" }']);
  });

  test('turns the mouse on and off', async () => {
    await find('mouse', 'toggle mouse');
    await terminal.key('enter');
    await terminal.waitFor((screen) => screen.modes().mouse !== 'none');
    await find('mouse', 'toggle mouse');
    await terminal.key('enter');
    await terminal.waitFor((screen) => screen.modes().mouse === 'none');
  });

  test('leaves ctrl+c the way out when a raw request is never answered', async () => {
    await writeRaw();
    await terminal.key('ctrl+e', 'ctrl+u');
    // The server drops a message without a version.
    await terminal.type('{"id":"lost","method":"ping"}');
    await terminal.waitFor('"ping"}');
    await terminal.key('ctrl+s');
    await terminal.waitFor(/❯ .*→ .*ping/);
    await terminal.key('ctrl+c');
    await terminal.waitFor('ctrl+c again to quit');
  });
});

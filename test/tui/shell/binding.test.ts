import { describe, expect, it } from 'vitest';
import { bound, readBindings } from '../../../src/tui/shell/binding.ts';
import { commandFor, commands, commandsIn, dispatch } from '../../../src/tui/shell/commands.ts';
import { usualKeys } from '../../../src/tui/terminal/keys.ts';
import type { Command } from '../../../src/tui/world/command.ts';
import { withOverlay } from '../../../src/tui/world/overlay.ts';
import { program } from '../../support/program.ts';
import { told, withTools } from '../../support/told.ts';

const table: readonly Command[] = commands;

const file = (written: Readonly<Record<string, readonly string[]>>) => ({ path: '/s.json', written });

describe('keys of settings', () => {
  it('are read however they are written', () => {
    expect(readBindings(table, file({ zoom: ['Z'], 'form.json': ['Ctrl+S', 'F5'], dock: [] }))).toEqual({
      bindings: { zoom: ['Z'], 'form.json': ['ctrl+s', 'f5'], dock: [] },
      remarks: [],
    });
  });

  it.each([
    [{ zom: ['Z'] }, '/s.json: keys: no command is called zom; did you mean zoom?'],
    [{ 'of another version': ['Z'] }, '/s.json: keys: no command is called of another version'],
    [{ zoom: ['hyper'] }, '/s.json: keys.zoom: "hyper" is not a key'],
    [{ zoom: ['ctrl+h'] }, '/s.json: keys.zoom: ctrl+h is the same key as backspace in most terminals'],
    [{ 'form.json': ['s'] }, '/s.json: keys.form.json: s types text there: combine it with ctrl or alt'],
    [{ zoom: ['esc'] }, '/s.json: keys.zoom: esc belongs to another command there'],
    [{ redraw: ['!'] }, '/s.json: keys.redraw: ! types text there: combine it with ctrl or alt'],
  ])('%j are not used', (written, remark) => {
    expect(readBindings(table, file(written))).toEqual({ bindings: {}, remarks: [remark] });
  });

  it('cannot be given twice in one place', () => {
    const { bindings, remarks } = readBindings(table, file({ zoom: ['Z'], dock: ['Z'], 'list.open': ['Z'] }));
    expect(bindings).toEqual({ zoom: ['Z'], 'list.open': ['Z'] });
    expect(remarks).toEqual(['/s.json: keys.dock: Z belongs to another command there']);
  });
});

describe('a table with other keys', () => {
  it('is the same as long as the bindings are, and the usual one without any', () => {
    const bindings = { zoom: ['Z'] };
    expect(bound(table, bindings)).toBe(bound(table, bindings));
    expect(commandsIn('browsing')).toEqual(table.filter(({ scope }) => scope === 'browsing'));
    expect(bound(table, usualKeys).map(({ keys }) => keys)).toEqual(table.map(({ keys }) => keys));
  });

  it('takes a key from the command that had it there, and from no other place', () => {
    const bindings = { zoom: ['q', 'ctrl+t'] };
    expect(commandFor('q', ['browsing'], bindings)?.id).toBe('zoom');
    expect(commandFor('z', ['browsing'], bindings)).toBeUndefined();
    expect(commandFor('q', ['help'], bindings)?.id).toBe(commandFor('q', ['help'])?.id);
    expect(commandFor('ctrl+t', ['form', 'browsing'], bindings)?.id).toBe('form.json');
  });

  it('rules over keys, and the palette finds what has none', () => {
    const { ui, press } = program(told(...withTools({ name: 'echo' })));
    ui.update((now) => ({ ...now, bindings: { zoom: ['Z'], dock: [] } }));
    expect(press('z', 't', 'Z')).toEqual([false, false, true]);
    expect([ui.get().zoom, ui.get().dock]).toEqual([true, true]);
  });

  it('are those of the rows of the copy menu, in which what has lost its key has none', () => {
    const { ui, context } = program(told(...withTools({ name: 'echo' })));
    const ran: string[] = [];
    ui.update((now) => withOverlay('copying', { at: 0 })({ ...now, bindings: { 'copy.path': ['v'] } }));
    dispatch('enter', { ...context, trace: (id) => ran.push(id) });
    expect(ran).toEqual(['copy.enter', 'copy.text']);
  });
});

import { describe, expect, test } from 'vitest';
import { ctrlCTwice } from '../support/ctrl-c.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

/** Loaded before the program: signals upon which something is thrown, or a promise rejected that nobody awaits. */
const faults = `--import data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => { throw new Error('thrown on purpose'); });
  process.on('SIGPIPE', () => { Promise.reject(new Error('rejected on purpose')); });
`)}`;

const ways: readonly {
  readonly way: string;
  readonly leave: (terminal: Terminal) => Promise<void> | void;
  readonly code: number;
  /** Printed after the screen was left. */
  readonly says: string;
}[] = [
  { way: 'q', leave: (terminal) => terminal.key('q'), code: 0, says: '' },
  { way: 'ctrl+c twice', leave: ctrlCTwice, code: 0, says: '' },
  { way: 'SIGINT', leave: (terminal) => terminal.signal('SIGINT'), code: 130, says: '' },
  { way: 'SIGTERM', leave: (terminal) => terminal.signal('SIGTERM'), code: 143, says: '' },
  { way: 'SIGHUP', leave: (terminal) => terminal.signal('SIGHUP'), code: 129, says: '' },
  { way: 'SIGQUIT', leave: (terminal) => terminal.signal('SIGQUIT'), code: 131, says: '' },
  {
    way: 'an exception',
    leave: (terminal) => terminal.signal('SIGUSR2'),
    code: 1,
    says: 'thrown on purpose',
  },
  {
    way: 'a rejected promise',
    leave: (terminal) => terminal.signal('SIGPIPE'),
    code: 1,
    says: 'rejected on purpose',
  },
];

const silent = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)';

/** Every way when ready, and in each other place the ways that differ there. */
const places: readonly {
  readonly place: string;
  readonly args: readonly string[];
  readonly kitty?: boolean;
  readonly shows: string;
  readonly by: RegExp;
}[] = [
  { place: 'when ready', args: ['demo'], shows: 'ready', by: /./ },
  {
    place: 'while a server is silent that ignores SIGTERM',
    args: [process.execPath, '-e', silent],
    shows: 'connecting',
    by: /^q|SIGTERM/,
  },
  {
    place: 'with the kitty protocol and the mouse',
    args: ['--mouse', 'demo'],
    kitty: true,
    shows: 'ready',
    by: /ctrl|SIGHUP|exception/,
  },
];

describe.each(places)('leaving $place', ({ args, kitty = false, shows, by }) => {
  test.each(ways.filter(({ way }) => by.test(way)))('by $way', async ({ leave, code, says }) => {
    const env = { NODE_OPTIONS: faults };
    const terminal = openTerminal({ args, kitty, shell: true, cols: 100, rows: 30, env });
    const before = await terminal.stty();
    const modes = terminal.modes();
    await terminal.start();
    await terminal.waitFor(shows);
    await terminal.waitFor((screen) => screen.modes().paste);
    if (kitty) await terminal.waitFor((screen) => screen.modes().kitty === 1);
    if (kitty) await terminal.waitFor((screen) => screen.modes().mouse === 'vt200');
    await expect.poll(() => terminal.processes()).toHaveLength(2);
    await leave(terminal);

    expect(await terminal.prompt()).toBe(code);
    expect(terminal.modes()).toEqual(modes);
    expect(terminal.text()).toContain('recording: ');
    expect(terminal.text()).toContain(says);
    expect(terminal.text()).not.toContain('╭');
    expect(await terminal.stty()).toBe(before);
    await terminal.waitGone();
  });
});

test('ctrl+c once more does not wait for a server that does not end', async () => {
  const terminal = openTerminal({ args: [process.execPath, '-e', silent], shell: true, cols: 100, rows: 30 });
  await terminal.start();
  await terminal.waitFor('connecting');
  await terminal.key('ctrl+c');
  await terminal.waitFor(() => terminal.written().includes('again to quit'));
  ctrlCTwice(terminal);
  await terminal.waitFor((screen) => !screen.modes().alternate);
  await terminal.key('ctrl+c');
  await terminal.prompt();
  await terminal.waitGone();
});

test('a server that ended by itself is not said to have been made to', async () => {
  // In two parts, because the command is on the screen as well, before the server has printed anything.
  const crash = 'console.error("Error: API_" + "KEY is required"); process.exit(1)';
  const terminal = openTerminal({ args: [process.execPath, '-e', crash], shell: true, cols: 140, rows: 30 });
  await terminal.start();
  await terminal.waitFor('API_KEY is required');
  await terminal.key('q');
  await terminal.prompt();
  expect(terminal.text()).toContain(
    'the server exited with code 1; its stderr says: Error: API_KEY is required',
  );
  expect(terminal.text()).not.toContain('did not exit by itself');
});

test('a server that has to be made to end is waited for, and told of', async () => {
  const terminal = openTerminal({ args: [process.execPath, '-e', silent], shell: true, cols: 140, rows: 30 });
  await terminal.start();
  await terminal.waitFor('connecting');
  await expect.poll(() => terminal.processes()).toHaveLength(2);
  ctrlCTwice(terminal);
  await terminal.waitFor('waiting for the server to exit (ctrl+c to quit now)');
  await terminal.prompt();
  expect(terminal.text()).toContain('the server did not exit by itself: it kept running after');
  await terminal.waitGone();
});

test('a server that heeds nothing, behind a shell, is gone with the window', async () => {
  const deaf = `process.stdin.on('end', () => {}).resume(); process.on('SIGHUP', () => {}); ${silent}`;
  const behind = ['sh', '-c', `"${process.execPath}" -e "$DEAF"; true`];
  const terminal = openTerminal({ args: behind, env: { DEAF: deaf } });
  await terminal.waitFor('connecting');
  await expect.poll(() => terminal.processes()).toHaveLength(3);
  terminal.hangUp();
  await terminal.exited;
  await terminal.waitGone();
});

test('leaving because the window was closed', async () => {
  const terminal = openTerminal({ args: ['demo'] });
  await terminal.waitFor('ready');
  terminal.hangUp();
  await terminal.exited;
  await terminal.waitGone();
});

test('what libraries and Node print does not tear the picture, and is told afterwards', async () => {
  const prints = `--import data:text/javascript,${encodeURIComponent(`
    process.on('SIGUSR2', () => {
      console.error('printed by %s', 'a library');
      process.emitWarning('a warning of Node');
    });
  `)}`;
  const terminal = openTerminal({ args: ['demo'], shell: true, env: { NODE_OPTIONS: prints } });
  await terminal.start();
  await terminal.waitFor('ready');
  await terminal.waitFor((screen) => screen.modes().paste);
  await terminal.waitFor(/Tools 17 +3 Resources \d+ +4 Prompts \d+/);
  // What runs the server is found out after the start.
  await terminal.waitFor(/runtime +node \d/);
  await terminal.settle();
  const picture = terminal.screen().slice(0, 24);
  terminal.signal('SIGUSR2');
  await terminal.waitFor('a warning of Node');
  expect(terminal.screen().slice(0, 24)).toEqual(picture);
  await terminal.key('q');
  expect(await terminal.prompt()).toBe(0);
  expect(terminal.text()).toMatch(/printed by a library\nWarning: a warning of Node\nrecording: /);
});

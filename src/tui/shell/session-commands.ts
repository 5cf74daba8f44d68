import { type Context, inScope, type Row, type ScopeFacts } from '../world/command.ts';
import { inRow } from '../world/sessions.ts';

/** How many sessions have a key of their own. */
const KEYS = 9;
/** What terminals send for `alt+shift+1` and so on, on a keyboard as in the United States. */
const SHIFTED = '!@#$%^&*(';

/** What works wherever one is in a window with several sessions, while typing too. */
export const SESSIONS: ScopeFacts = { id: 'sessions', title: 'Sessions', isTyping: true };

/** Going from session to session. */
export const sessionCommands = inScope(SESSIONS, {
  'session.next': {
    keys: ['alt+.'],
    label: 'next session',
    run: (context) => step(context, 1),
  },
  'session.previous': {
    keys: ['alt+,'],
    label: 'previous session',
    run: (context) => step(context, -1),
  },
  ...jumps(),
  'session.all': {
    keys: ['alt+shift+0', 'alt+)'],
    label: 'all sessions as one',
    disabled: ({ sessions }) =>
      sessions.get().merged === undefined ? 'There is only one session.' : undefined,
    run: ({ sessions }) => {
      const { merged } = sessions.get();
      if (merged !== undefined) sessions.show(merged.id);
    },
  },
});

function jumps(): Readonly<Record<string, Row>> {
  const rows = Array.from({ length: KEYS }, (_, place): [string, Row] => [
    `session.${place + 1}`,
    {
      keys: [`alt+shift+${place + 1}`, `alt+${SHIFTED[place]}`],
      label: `to session ${place + 1}`,
      disabled: ({ sessions }) =>
        sessions.get().all[place] === undefined ? `There is no session ${place + 1}.` : undefined,
      run: ({ sessions }) => {
        const session = sessions.get().all[place];
        if (session !== undefined) sessions.show(session.id);
      },
    },
  ]);
  return Object.fromEntries(rows);
}

/** The session so many places on, around the ends. */
function step({ sessions }: Context, by: number): void {
  const row = inRow(sessions.get());
  const next = row[(row.indexOf(sessions.get().shown) + by + row.length) % row.length];
  if (next !== undefined) sessions.show(next.id);
}

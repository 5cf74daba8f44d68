import { visible } from '../../text/visible.ts';
import { memo } from '../../time/memo.ts';
import type { Offer } from '../overlay/palette.tsx';
import { ALWAYS, type Context, inScope, type Row, type ScopeFacts } from '../world/command.ts';
import { askQuestion } from '../world/overlay.ts';
import { tell } from '../world/say.ts';
import { type InWindow, inRow, type SessionInWindow, type Sessions } from '../world/sessions.ts';
import { unfinishedIn } from './leaving.ts';

/** How many sessions have a key of their own. */
const KEYS = 9;
/** What terminals send for `alt+shift+1` and so on, on a keyboard as in the United States. */
const SHIFTED = '!@#$%^&*(';

/** What works wherever one is in a window with several sessions, while typing too. */
export const SESSIONS: ScopeFacts = { id: 'sessions', title: 'Sessions', isTyping: true };

/** Connects to something else, beside what there is. */
export const connecting = inScope(ALWAYS, {
  'session.connect': {
    keys: [],
    label: 'connect to …',
    disabled: ({ sessions }) =>
      sessions.further === undefined ? 'Nothing can be opened beside this.' : undefined,
    run: (context) =>
      void import('./connecting.ts').then(({ chooseConnection }) => chooseConnection(context)),
  },
});

/** Brings all sessions into view as one. */
export const toAll = {
  label: 'all sessions as one',
  disabled: ({ sessions }) =>
    sessions.get().merged === undefined ? 'There is only one session.' : undefined,
  run: ({ sessions }) => {
    const { merged } = sessions.get();
    if (merged !== undefined) sessions.show(merged.id);
  },
} satisfies Omit<Row, 'keys'>;

/** Going from session to session. */
export const sessionCommands = inScope(SESSIONS, {
  'session.next': {
    keys: ['alt+.'],
    label: 'next session',
    hint: 'sessions',
    rank: 2,
    run: (context) => step(context, 1),
  },
  'session.previous': {
    keys: ['alt+,'],
    label: 'previous session',
    run: (context) => step(context, -1),
  },
  'session.end': {
    keys: [],
    label: 'end this session',
    disabled: ({ host }) =>
      host.parts === undefined ? undefined : 'All is no session; S goes to the session of a message.',
    run: endSession,
  },
  ...jumps(),
  'session.all': {
    keys: ['alt+shift+0', 'alt+)'],
    ...toAll,
  },
});

function jumps(): Readonly<Record<string, Row>> {
  const rows = Array.from({ length: KEYS }, (_, place): [string, Row] => [
    `session.${place + 1}`,
    {
      keys: [`alt+shift+${place + 1}`, `alt+${SHIFTED[place]}`],
      label: `to session ${place + 1}`,
      // By their names they stand there anyway.
      unlisted: true,
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

/** The sessions out of view as rows of the palette, to go there; none where there is one alone. */
export const sessionOffers = ({ get }: Pick<Sessions, 'get'>): readonly Offer[] => offersOf(get());

const offersOf = memo(({ all, shown }: InWindow<SessionInWindow>): readonly Offer[] =>
  all
    .filter((session) => session !== shown)
    .map(({ id, name }) => ({
      key: `session ${id}`,
      label: `session: ${visible(name)}`,
      about: '',
      kind: 'session',
      run: ({ sessions }) => sessions.show(id),
    })),
);

/** Ends the session in view; asks first while a call runs there or a form is filled in. */
function endSession(context: Context): void {
  const { shown } = context.sessions.get();
  const name = visible(shown.name);
  const end = ({ sessions }: Context): void => {
    void sessions.end(shown.id);
    tell(sessions.get().shown, `${name} has ended`);
  };
  const { calls, unsent } = unfinishedIn(shown);
  if (calls === 0 && unsent === undefined) {
    end(context);
    return;
  }
  const running = calls === 1 ? 'A call is running.' : `${calls} calls are running.`;
  const text = `${calls === 0 ? unsent : running} End ${name}?`;
  askQuestion(context, { title: 'End session', text, words: { yes: 'end', no: 'stay' }, yes: end });
}

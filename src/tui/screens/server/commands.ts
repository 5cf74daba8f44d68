import type { Served } from '../../../connection/answerer.ts';
import { askToBrowse, browseDisabledReason } from '../../overlay/browse.ts';
import { checkDisabledReason, showCheck } from '../../overlay/check.ts';
import { copyText } from '../../overlay/copying.tsx';
import { ALWAYS, type Context, inScope, type Row, type Situation } from '../../world/command.ts';
import { openPrompt } from '../../world/overlay.ts';
import { react } from '../../world/react.ts';
import { either, live } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { paneName, scrolled } from '../../world/ui.ts';

/** What works on the Server screen: mostly about authorization. */
export const server = inScope(
  { id: 'server', title: 'Server' },
  {
    'server.environment': {
      keys: ['enter'],
      label: 'environment',
      hint: 'environment',
      disabled: ({ host }) =>
        host.store.state().target.transport === 'stdio'
          ? undefined
          : 'Only local servers have an environment.',
      run: toggleEnvironment,
    },
    'server.check': {
      keys: ['!'],
      label: 'check',
      hint: 'check',
      unlisted: true,
      disabled: checkDisabledReason,
      run: (context) => void showCheck(context),
    },
    'server.browse': {
      keys: ['o'],
      label: 'open login page',
      hint: 'open in a browser',
      disabled: (context) => loginDisabledReason(context) ?? browseDisabledReason(pageIn(context)),
      run: (context) => askToBrowse(context, pageIn(context) ?? ''),
    },
    'server.copy': {
      keys: ['y'],
      label: 'copy config or url',
      hint: (situation) => (isLoggingIn(situation) ? 'copy the URL' : 'copy as config'),
      run: (context) => {
        if (isLoggingIn(context)) copyText(context, pageIn(context) ?? '', (how) => `URL ${how}`);
        else context.services.chooseCopy(context);
      },
    },
    'server.edit': {
      keys: ['e'],
      label: 'edit the command',
      hint: (situation) => (situation.host.store.state().phase === 'ready' ? '' : 'edit the command'),
      rank: 1,
      disabled: live,
      run: (context) => void import('./editing.ts').then(({ askForCommand }) => askForCommand(context)),
    },
    'server.paste': {
      keys: ['p'],
      label: 'paste redirect url',
      hint: 'paste the redirect URL',
      disabled: loginDisabledReason,
      run: ({ ui }) => ui.update(openPrompt('redirect URL', { id: 'redirect', accept: answerWith })),
    },
    'server.giveUp': {
      keys: ['c'],
      label: 'cancel login',
      hint: 'cancel',
      disabled: loginDisabledReason,
      run: ({ host }) => host.authorization?.giveUp(),
    },
    'server.forget': {
      keys: ['F'],
      label: 'sign out',
      disabled: ({ host }) =>
        host.authorization === undefined ? 'There are no tokens for this server.' : undefined,
      run: forget,
    },
  },
);

/** Lists the names of the environment at the end, or not. */
function toggleEnvironment({ ui, extents }: Context): void {
  const name = paneName('server', 'main');
  const { rows } = extents.get(name);
  ui.update((now) => {
    const next = { ...now, environment: now.environment !== true };
    return next.environment ? scrolled(name, rows)(next) : next;
  });
}

/** The page that a person is to open. */
const pageIn = ({ host }: Situation): string | undefined => host.store.state().authorization?.url;

/** Why nothing can be done about a page, in one sentence. */
function loginDisabledReason(situation: Situation): string | undefined {
  return isLoggingIn(situation) ? undefined : 'No login is in progress.';
}

const isLoggingIn = (situation: Situation): boolean =>
  situation.host.authorization !== undefined && pageIn(situation) !== undefined;

/** Hands over what was pasted; when it is not the answer, the waiting goes on. */
function answerWith(context: Context, typed: string): void {
  if (typed.trim() === '') return;
  const why = context.host.authorization?.answer(typed);
  if (why !== undefined) warn(context, why);
}

function forget(context: Context): void {
  void context.host.authorization?.forget().then(() => {
    const { steps = [] } = context.host.store.state().authorization ?? {};
    tell(context, steps.at(-1)?.text ?? 'signed out: tokens deleted');
  });
}

/** Says that authorization is wanted, granted or has failed, where that is not in view. Returns the way to stop. */
export function watchAuthorization(context: Context): () => void {
  const { host, ui } = context;
  return react(
    host.store,
    ({ authorization }) => authorization?.phase,
    (phase) => {
      if (phase === undefined || host.authorization === undefined) return;
      // The page is at the top, however far the person has scrolled down.
      if (phase === 'waiting') ui.update(scrolled(paneName('server', 'main'), 0));
      if (ui.get().screen === 'server') return;
      const last = host.store.state().authorization?.steps.at(-1)?.text ?? '';
      if (phase === 'waiting')
        warn(context, 'The server requires authorization: alt+1 shows the login page.');
      if (phase === 'granted') tell(context, `authorized: ${host.mask(last)}`);
      if (phase === 'failed') warn(context, `not authorized: ${host.mask(last)}`);
    },
  );
}

/** Switching off what is served to the server, to see how it does without, and on again: it connects again. */
export const switches = inScope(ALWAYS, {
  'switch.elicitation': turning('elicitation', 'toggle elicitation'),
  'switch.sampling': turning('sampling', 'toggle sampling'),
  'switch.roots': turning('roots', 'toggle roots'),
  'switch.views': turning('views', 'toggle app views'),
});

function turning(what: Served, label: string): Row {
  return { keys: [], label, disabled: either(live, asAnother), run: (context) => turn(context, what) };
}

/** What is served follows from whom it connects as. */
function asAnother({ host }: Situation): string | undefined {
  return host.as === undefined
    ? undefined
    : `It connects as ${host.as.name}: what is offered follows from that.`;
}

function turn(context: Context, what: Served): void {
  const on = context.host.connection?.serves(what) !== true;
  context.services.restart(context, { turn: { what, on } });
}

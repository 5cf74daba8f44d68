import type { SessionState } from '../../session/state.ts';
import { askedFocus, askedScopes } from '../screens/inbox/screen.ts';
import { ALWAYS, type Scope } from '../world/command.ts';
import { type Overlay, topOverlay } from '../world/overlay.ts';
import { panesOf } from '../world/screen-id.ts';
import type { Ui } from '../world/ui.ts';
import { screenOf } from './screen-list.ts';
import { SESSIONS } from './session-commands.ts';

/**
 * The scopes whose keys work now, the nearest first. No key stands in two scopes that can be active together
 * (test/tui/shell/commands.test.ts goes through the combinations).
 */
export function activeScopes(ui: Ui, state: SessionState): readonly Scope[] {
  const everywhere = ui.several ? [SESSIONS.id, ALWAYS.id] : [ALWAYS.id];
  const over = topOverlay(ui);
  if (over?.kind === 'asked') return [...askedScopes(ui, state), ...everywhere];
  const own = over?.kind === 'definition' && over.own ? [over.own.scope] : [];
  if (over !== undefined) return [...own, ...SCOPES[over.kind], ...everywhere];
  const { scopes, isTyping, arrangement } = screenOf(ui.screen);
  const here = scopes(ui, state);
  if (isTyping?.(ui, state)) return [...here, ...everywhere];
  // On the button of a form tab goes from field to field.
  const panes = panesOf(arrangement).length > 1 && !here.includes('form') ? ['panes'] : [];
  return [...here, ...panes, 'browsing', 'numbers', ...everywhere];
}

/**
 * Who gets what is typed: the palette and the one-line prompt, a message being written, a field of a form, or nobody,
 * and then each character is a key.
 */
export function textFocus(ui: Ui, state: SessionState): 'prompt' | 'writing' | 'form' | undefined {
  const over = topOverlay(ui);
  if (over?.kind === 'asked') return askedFocus(ui, state) === 'field' ? 'form' : undefined;
  if (over !== undefined) return TYPED[over.kind];
  return screenOf(ui.screen).isTyping?.(ui, state) ? 'form' : undefined;
}

/** The scopes of each overlay; those of a question of the server change with its answer. */
const SCOPES: Readonly<Record<Exclude<Overlay['kind'], 'asked'>, readonly Scope[]>> = {
  palette: ['palette'],
  question: ['question'],
  prompt: ['prompt'],
  help: ['help', 'numbers'],
  copying: ['copy'],
  writing: ['writing'],
  definition: ['definition', 'sheet', 'numbers'],
};

/** The overlays that take what is typed. */
const TYPED: Readonly<Partial<Record<Overlay['kind'], 'prompt' | 'writing'>>> = {
  palette: 'prompt',
  prompt: 'prompt',
  writing: 'writing',
};

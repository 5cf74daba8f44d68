import type { SessionState } from '../../session/state.ts';
import { callInView, detailFocus } from '../screens/catalogue/shown.ts';
import type { Scope } from '../world/command.ts';
import { type Overlay, topOverlay } from '../world/overlay.ts';
import { panesOf } from '../world/screens.ts';
import { focused, type Ui } from '../world/ui.ts';

/**
 * The scopes whose keys work now, the nearest first. No key stands in two scopes that can be active together
 * (test/tui/shell/commands.test.ts goes through the combinations).
 */
export function activeScopes(ui: Ui, state: SessionState): readonly Scope[] {
  const over = topOverlay(ui);
  if (over !== undefined) return [...SCOPES[over.kind], 'always'];
  const detail = detailFocus(ui, state);
  const filling: readonly Scope[] = ui.screen === 'inbox' ? ['reply', 'form'] : ['calling', 'form'];
  if (detail === 'field') return [...filling, 'always'];
  const call: readonly Scope[] = callInView(ui, state) === undefined ? [] : ['call'];
  if (detail === 'button') {
    const deciding: readonly Scope[] = ui.screen === 'inbox' ? ['deciding'] : [];
    return [...call, ...deciding, ...filling, 'browsing', 'always'];
  }
  return [
    ...call,
    ...(detail === 'result' ? (['result', 'sheet'] as const) : paneScopes(ui)),
    ...(panesOf(ui.screen).length > 1 ? (['panes'] as const) : []),
    'browsing',
    'always',
  ];
}

/**
 * Who gets what is typed: the palette and the one-line prompt, a message being written, a field of a form, or nobody,
 * and then each character is a key.
 */
export function textFocus(ui: Ui, state: SessionState): 'prompt' | 'writing' | 'form' | undefined {
  const over = topOverlay(ui);
  if (over !== undefined) return TYPED[over.kind];
  return detailFocus(ui, state) === 'field' ? 'form' : undefined;
}

/** The scopes of each overlay. */
const SCOPES: Readonly<Record<Overlay['kind'], readonly Scope[]>> = {
  palette: ['palette'],
  question: ['question'],
  prompt: ['prompt'],
  help: ['help'],
  copying: ['copy'],
  writing: ['writing'],
  definition: ['definition', 'sheet'],
};

/** The overlays that take what is typed. */
const TYPED: Readonly<Partial<Record<Overlay['kind'], 'prompt' | 'writing'>>> = {
  palette: 'prompt',
  prompt: 'prompt',
  writing: 'writing',
};

function paneScopes(ui: Ui): readonly Scope[] {
  const pane = focused(ui);
  switch (ui.screen) {
    case 'server':
      return ['server', 'scroll'];
    case 'output':
      return pane === 'list' ? ['output'] : ['sheet'];
    case 'traffic':
      return pane === 'list' ? ['traffic'] : ['message', 'sheet'];
    case 'inbox':
      return pane === 'list' ? ['inbox'] : ['decided', 'sheet'];
    case 'tools':
    case 'resources':
    case 'prompts':
      return pane === 'list' ? ['list'] : ['scroll'];
  }
}

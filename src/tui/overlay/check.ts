import { LIST_NAMES } from '../../spec/methods.ts';
import { ALWAYS, type Context, inScope } from '../world/command.ts';
import { showDefinition } from './definition.tsx';

/** Shows everything that is to be said of what the server offers. What knows the rules is read when it is asked for first. */
export async function showCheck({ ui }: Pick<Context, 'ui'>): Promise<void> {
  const { checkSheet } = await import('./check-sheet.ts');
  ui.update(showDefinition('Check', checkSheet));
}

/** Why there is nothing to check, in one sentence. */
export const checkDisabledReason = ({ host }: Pick<Context, 'host'>): string | undefined =>
  LIST_NAMES.some((name) => host.store.state().lists[name].state === 'done')
    ? undefined
    : 'The server has not listed anything yet.';

/** The check, wherever one is. */
export const checking = inScope(ALWAYS, {
  check: {
    keys: [],
    label: 'check',
    disabled: checkDisabledReason,
    run: (context) => void showCheck(context),
  },
});

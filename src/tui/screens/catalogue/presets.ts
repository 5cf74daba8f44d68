import { redactorFor } from '../../../session/redact.ts';
import { isSame, type Preset } from '../../../settings/preset.ts';
import { withoutSecrets } from '../../../settings/without-secrets.ts';
import { visible } from '../../../text/visible.ts';
import { textToSend } from '../../kit/form/state.ts';
import { openPrompt } from '../../overlay/typed.ts';
import type { Context, Situation } from '../../world/command.ts';
import { tell, warn } from '../../world/say.ts';
import { shown } from './ask.ts';
import { isJsonObject } from './remember.ts';

/** Why what is in the form cannot be kept as a preset, in one sentence. */
export function whyNoPreset(situation: Situation): string | undefined {
  const now = shown(situation);
  if (now?.entry.list !== 'tools') return 'Presets are of tools.';
  if (situation.ui.get().recalled.server === undefined) return 'The server has not said who it is yet.';
  return isJsonObject(textToSend(now.detail.form)) ? undefined : 'The arguments are no JSON object yet.';
}

/** Asks for the label of a preset. */
export const askForLabel = ({ ui }: Context): void => ui.update(openPrompt('preset', { kind: 'preset' }));

/** Keeps what is in the form as a preset; asks before a file is created or a preset replaced, unless that is sure. */
export function savePreset(context: Context, label: string, sure = false): void {
  const now = shown(context);
  const { server } = context.ui.get().recalled;
  if (now === undefined || server === undefined || label === '') return;
  const redactor = redactorFor(context.host.store.state().target);
  const { text, left } = withoutSecrets(textToSend(now.detail.form), redactor);
  const preset: Preset = { server, tool: now.entry.item.name, label, arguments: text };
  void context.memory.presets().then(async ({ path, exists, presets }) => {
    const replaces = presets.some((one) => isSame(one, preset));
    if (!sure && (replaces || !exists)) {
      const text = replaces ? `Replace the preset “${label}” in ${path}?` : `Create ${path}?`;
      const purpose = { kind: 'preset', label } as const;
      context.ui.update((ui) => ({ ...ui, question: { text: visible(text), purpose } }));
      return;
    }
    const failure = await context.memory.keep(path, preset);
    if (failure !== undefined) return warn(context, failure);
    const written = await context.memory.presets();
    context.ui.update((ui) => ({ ...ui, recalled: { ...ui.recalled, presets: written.presets } }));
    const without = left.length === 0 ? '' : `, without the secrets at ${left.join(', ')}`;
    tell(context, `preset “${label}” is in ${path}${without}`);
  });
}

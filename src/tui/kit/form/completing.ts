import type { Completion } from './completion.ts';
import { type FormUi, type } from './state.ts';

/** Shows what is offered for the focused field; an offer of nothing but what stands there already is none. */
export function offer(ui: FormUi, completion: Completion): FormUi {
  const isEmpty = completion.values.every((value) => value === ui.editor?.text) && completion.note === '';
  return isEmpty ? closeCompletion(ui) : { ...ui, completion };
}

/** Takes away what is offered. */
export function closeCompletion(ui: FormUi): FormUi {
  if (ui.completion === undefined) return ui;
  const { completion: _, ...rest } = ui;
  return rest;
}

/**
 * Moves among what is offered: down from the text to the first and on, up and back to the text. The same state at
 * either end, where the fields go on, so that nobody is held by what they did not ask for.
 */
export function moveCompletion(ui: FormUi, by: 1 | -1): FormUi {
  const { completion } = ui;
  if (completion === undefined) return ui;
  const at = completion.at + by;
  return at < -1 || at >= completion.values.length ? ui : { ...ui, completion: { ...completion, at } };
}

/** Puts the chosen value into the field; the same state while none is chosen. */
export function takeCompletion(ui: FormUi): FormUi {
  const text = ui.completion?.values[ui.completion.at];
  return text === undefined ? ui : type(closeCompletion(ui), { type: 'replace', text });
}

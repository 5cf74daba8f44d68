import type { Typing } from '../input/stdin.ts';
import type { Context } from './command.ts';
import { pasteIntoForm, typeIntoForm } from './form.ts';
import { dispatch } from './index.ts';
import { point } from './pointer.ts';
import { textFocus } from './scopes.ts';
import { typeIntoWriting } from './writing.ts';

/**
 * What happens with everything that is typed: keys go to the command table, text to whatever has the focus. A text
 * for the one-line prompt is left to Ink, where the prompt's input waits for it.
 */
export function createTyping(context: Context): Typing {
  const { host, ui } = context;
  const focus = () => textFocus(ui.get(), host.store.state());
  const into = (text: string, intoForm: typeof typeIntoForm): boolean => {
    switch (focus()) {
      case 'form':
        intoForm(context, text);
        return true;
      case 'writing':
        typeIntoWriting(context, text);
        return true;
      case 'prompt':
      case undefined:
        return false;
    }
  };
  return {
    isText: () => focus() !== undefined,
    key: ({ name }) => dispatch(name, context),
    text: (text) => into(text, typeIntoForm),
    paste: (text) => into(text, pasteIntoForm),
    mouse: (report) => point(report, context),
  };
}

/** The same, in which a fault of ours ends what was done with one key, and not the session. */
export function confinedTyping(typing: Typing, onFault: (error: unknown) => void): Typing {
  const confined =
    <Given>(act: (given: Given) => boolean) =>
    (given: Given): boolean => {
      try {
        return act(given);
      } catch (error) {
        onFault(error);
        return true;
      }
    };
  return {
    isText: typing.isText,
    key: confined(typing.key),
    text: confined(typing.text),
    paste: confined(typing.paste),
    mouse: (report) => {
      confined((given: typeof report) => {
        typing.mouse(given);
        return true;
      })(report);
    },
  };
}

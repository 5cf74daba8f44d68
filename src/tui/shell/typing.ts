import { formInView } from '../kit/form/in-view.ts';
import { pasteIntoForm, takesText, typeIntoForm } from '../kit/form/typing.ts';
import { miss, missHasty } from '../overlay/question.ts';
import { typeIntoWriting } from '../overlay/writing.tsx';
import { missAsked } from '../screens/inbox/in-place.ts';
import type { Typing } from '../terminal/input/stdin.ts';
import type { Context } from '../world/command.ts';
import { warn } from '../world/say.ts';
import { giveWay } from '../world/ui.ts';
import { commandFor, dispatch, goByNumber } from './commands.ts';
import { wordOf } from './hints.ts';
import { point } from './pointer.ts';
import { textFocus } from './scopes.ts';
import { screenOf } from './screen-list.ts';

/**
 * What happens with everything that is typed: keys go to the command table, text to whatever has the focus. A text
 * for the one-line prompt is left to Ink, where the prompt's input waits for it.
 */
export function createTyping(context: Context): Typing {
  const { host, ui } = context;
  const focus = () => textFocus(ui.get(), host.store.state());
  const into = (text: string, intoForm: typeof typeIntoForm): boolean => {
    const of = focus();
    if (of === 'writing') typeIntoWriting(context, text);
    else if (of === 'form' && formInView(context) !== undefined) intoForm(context, text);
    else if (of === 'form') screenOf(ui.get().screen).noForm?.(context);
    return of === 'form' || of === 'writing';
  };
  /** An answer that the question has, by its key. */
  const isAnswer = (name: string): boolean => {
    const command = commandFor(name, ['question'], ui.get().bindings);
    return command !== undefined && wordOf(command, context) !== '';
  };
  const giveRoom = (): void => ui.update(giveWay(host.now()));
  return {
    isText: () => focus() !== undefined,
    key: (key) => {
      giveRoom();
      if (isAnswer(key.name) && missHasty(context, key.name)) return true;
      return dispatch(key.name, context) || missAsked(context, key.name) || miss(context, key.name);
    },
    text: (text) => {
      giveRoom();
      if (focus() === 'form' && !takesText(context) && goByNumber(text, context)) return true;
      return into(text, typeIntoForm);
    },
    paste: (text) => {
      giveRoom();
      return into(text, pasteIntoForm);
    },
    stray: () => {
      giveRoom();
      const isMissed = missAsked(context, 'a paste') || miss(context, 'a paste');
      if (!isMissed) warn(context, 'There is nowhere to paste here.');
    },
    mouse: (report) => point(report, context),
  };
}

/**
 * The typing of whoever is in view, in which a fault of ours ends what was done with one key, and not the session.
 */
export function confinedTyping(inView: () => Typing, onFault: (error: unknown) => void): Typing {
  const confined =
    <Given>(act: (typing: Typing, given: Given) => unknown) =>
    (given: Given): boolean => {
      try {
        return act(inView(), given) !== false;
      } catch (error) {
        onFault(error);
        return true;
      }
    };
  return {
    isText: () => inView().isText(),
    key: confined((typing, key) => typing.key(key)),
    text: confined((typing, text) => typing.text(text)),
    paste: confined((typing, text) => typing.paste(text)),
    stray: confined((typing, given) => typing.stray(given)),
    mouse: confined((typing, report) => typing.mouse(report)),
  };
}

import type { Served } from '../../../connection/answer.ts';
import { askToRestart } from '../../shell/restarting.ts';
import type { Context, Row, Situation } from '../../world/command.ts';

/** Switching off what is served to the server, to see how it does without, and on again: it connects anew. */
export const switches: Readonly<Record<`switch.${Served}`, Row>> = {
  'switch.elicitation': turning('elicitation', 'elicitation on, off'),
  'switch.sampling': turning('sampling', 'sampling on, off'),
  'switch.roots': turning('roots', 'roots on, off'),
};

function turning(what: Served, label: string): Row {
  return { keys: [], label, disabled: whyNotTurned, run: (context) => turn(context, what) };
}

function whyNotTurned({ host }: Situation): string | undefined {
  return host.connection === undefined ? 'This is a recording: nothing is served.' : undefined;
}

function turn(context: Context, what: Served): void {
  const on = context.host.connection?.serves(what) !== true;
  askToRestart(context, { turn: { what, on } });
}

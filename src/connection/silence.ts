import { seconds } from '../text/measure.ts';
import type { Call } from './call.ts';
import type { Opener } from './handshake.ts';

/** ms of silence after which a command that writes something else is left: having named a URL of its own, or much text. */
const SILENT = { url: 5_000, text: 20_000 };
const MUCH = 20;
const LOOK = 500;

/** Gives up a command that is clearly no server over stdio, as nobody else waits for it; returns the way out. */
export function leaveSilence({ state, later }: Opener, call: Pick<Call, 'cancel'>): () => void {
  let lines = 0;
  let silent = 0;
  let stop = (): void => {};
  const look = (): void => {
    const { stray } = state();
    silent = stray?.lines === lines ? silent + LOOK : 0;
    lines = stray?.lines ?? 0;
    const patience = stray?.url !== undefined ? SILENT.url : lines >= MUCH ? SILENT.text : undefined;
    if (patience !== undefined && silent >= patience)
      call.cancel(`no answer, and nothing more for ${seconds(patience)}`);
    else stop = later(LOOK, look);
  };
  look();
  return () => stop();
}

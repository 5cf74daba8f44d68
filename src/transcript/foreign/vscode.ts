import type { Direction } from '../../spec/envelope.ts';
import type { ForeignKind } from './kind.ts';
import { messagesIn } from './messages.ts';

const LINE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \[(\w+)\] (.*)$/;
const MESSAGE = /^\[(editor -> server|server -> editor|Client Says|Server Says)\] (.*)$/;
const STDERR = '[server stderr] ';

/** The output of a server in VS Code. */
export const vscode: ForeignKind = {
  tool: 'vscode',
  name: 'a log of VS Code',
  form: 'lines',
  recognizes: ({ lines }) => lines.some((line) => MESSAGE.test(LINE.exec(line)?.[4] ?? '')),
  read(out) {
    let at: number | undefined;
    return {
      take(line, isWhole) {
        const [, day, time, , said = ''] = LINE.exec(line) ?? [];
        if (day === undefined) return out.add({ ...timed(at), type: 'own', text: line });
        at = Date.parse(`${day}T${time}`);
        out.assume('zone', 'the log has no time zone: its times are taken for those of this machine');
        const [, marker, text = ''] = MESSAGE.exec(said) ?? [];
        if (marker === undefined)
          return out.add(
            said.startsWith(STDERR)
              ? { at, type: 'stderr', text: said.slice(STDERR.length) }
              : { at, type: 'own', text: said },
          );
        const dir: Direction = /^(?:editor|Client)/.test(marker) ? 'c2s' : 's2c';
        const messages = messagesIn(text);
        for (const message of messages ?? []) out.add({ at, type: 'message', dir, ...message });
        if (messages === undefined)
          out.add({ at, type: 'invalid', dir, text, why: isWhole ? NO_MESSAGE : TORN });
      },
      end() {},
    };
  },
};

const timed = (at: number | undefined) => (at === undefined ? {} : { at });

const NO_MESSAGE = 'this is not a message';
const TORN = 'the log ends within this line';

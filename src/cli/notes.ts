import type { Host } from '../host/host.ts';
import { cut } from '../text/cut.ts';
import { visible } from '../text/visible.ts';

/** Something told on stderr beside the result, as it happens. */
export interface Notes {
  /** Tells what has not been told yet. */
  flush(): void;
  /** The same for the last time. */
  end(): void;
}

/** Tells each line of the server's stderr under a prefix; `tell` takes lines that are safe to show. */
export function tellStderr(host: Host, tell: (line: string) => void): Notes {
  const { output } = host.log;
  let told = 0;
  return follow(host, () => {
    for (; told < output.length; told += 1) {
      const seq = output.at(told);
      if (host.log.row(seq)?.type !== 'stderr') continue;
      tell(`server: ${visible(host.mask(host.log.text(seq) ?? '(no longer held)'))}`);
    }
  });
}

/** Tells each finding on a line: `finding <rule>: <sentence> (#<seq>)`. */
export function tellFindings(host: Host, tell: (line: string) => void): Notes {
  const told = new Map<string, number>();
  const notes = follow(host, () => {
    const fresh = host.store.state().findings.flatMap(({ rule, places }) => {
      const from = told.get(rule) ?? 0;
      told.set(rule, places.length);
      return places.slice(from).map((place) => ({ rule, ...place }));
    });
    for (const { rule, message, path, at } of fresh.sort((a, b) => a.at - b.at)) {
      tell(
        `finding ${rule}: ${visible(host.mask(message + placeText(message, path) + lineText(host, rule, at)))} (#${at})`,
      );
    }
  });
  return {
    flush: notes.flush,
    end() {
      notes.end();
      for (const { rule, count, places } of host.store.state().findings) {
        if (count > places.length) tell(`finding ${rule}: ${count - places.length} more of these`);
      }
    },
  };
}

/** Where in the message it stands, if the sentence does not say so. */
export const placeText = (message: string, path = ''): string =>
  path === '' || message.includes(path) ? '' : ` at ${path}`;

/** What stands on a line that is no message: nobody finds a stray print by its number. */
function lineText({ log }: Host, rule: string, seq: number): string {
  // This one shows the place where it goes wrong.
  if (rule === 'stdio/bad-json') return '';
  return log.row(seq)?.type === 'invalid' ? `: ${JSON.stringify(cut(log.head(seq, 200), 80))}` : '';
}

function follow(host: Host, flush: () => void): Notes {
  const unsubscribe = host.store.subscribe(flush);
  return {
    flush,
    end() {
      unsubscribe();
      flush();
    },
  };
}

import { jsonOf } from '../../../json/json-of.ts';
import { elementTexts, memberText } from '../../../json/parts.ts';
import type { Log } from '../../../session/log/log.ts';
import { bytes } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import type { Lens, SeenServer } from '../../kit/lens.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import { jsonSection, textSection } from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import type { ListEntry } from './entries.ts';

/**
 * An item of a list as it was sent, with the bytes that it costs in the context of a model; above it what the model of a
 * client makes of it, where a lens is on.
 */
export function definitionSheet(
  log: Log,
  mask: (text: string) => string,
  entry: ListEntry,
  revealed: boolean,
  more: { readonly key: string; readonly sections: readonly Section[] } = { key: '', sections: [] },
  looked?: Looked,
): Sheet {
  const { list, item } = entry;
  const json = (): string => sentAs(log.text(item.seq) ?? '', list, item.raw) ?? jsonOf(item.raw);
  return logSheet(
    { log, mask },
    {
      key: `definition ${entry.key} ${item.seq} ${looked?.lens.client.id ?? ''}`,
      changes: more.key,
      revealed,
      groups: (secrets) => {
        const sent = json();
        const cost = `${bytes(Buffer.byteLength(sent))} as sent, in message #${item.seq}`;
        const about = [
          textSection('cost', cost, { meaning: 'dim' }),
          ...item.problems.map((problem, place) =>
            textSection(`problem ${place}`, [`! ${secrets.mask(problem)}`], { meaning: 'finding' }),
          ),
        ];
        const as = looked === undefined || list !== 'tools' ? [] : seenGroups(looked, item, secrets.mask);
        const whole = jsonSection('item', sent, '') ?? textSection('item', sent);
        // Under a lens it stands there already, as far as it is read.
        if (item.description === '' || as.length > 0) return [...as, more.sections, [...about, whole]];
        // It is what a model reads, and hard to read as a string of JSON.
        return [
          more.sections,
          [...about, textSection('description', secrets.mask(item.description))],
          [whole],
        ];
      },
      whole: json,
      file: fileName(item.name, 'definition'),
      ...(looked === undefined || list !== 'tools' ? {} : { title: titleOf(looked, item) }),
    },
  );
}

interface Looked {
  readonly lens: Lens;
  readonly seen: SeenServer;
}

/** By the name that the model has for it. */
const titleOf = ({ lens, seen }: Looked, tool: ListEntry['item']): string =>
  `Definition of ${visible(lens.tool(seen, tool).view.given.name)}`;

const seenGroups = (
  { lens, seen }: Looked,
  tool: ListEntry['item'],
  mask: (text: string) => string,
): ReturnType<Lens['sections']> => lens.sections(lens.tool(seen, tool), tool, mask);

/** The text that an item has in the page of the list it came in. */
function sentAs(message: string, list: string, raw: unknown): string | undefined {
  const result = memberText(message, 'result');
  const items = result && memberText(result, list);
  const wanted = jsonOf(raw);
  return items && elementTexts(items)?.find((text) => jsonOf(JSON.parse(text)) === wanted);
}

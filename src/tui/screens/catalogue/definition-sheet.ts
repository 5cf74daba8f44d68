import { jsonOf } from '../../../json/json-of.ts';
import { elementTexts, memberText } from '../../../json/parts.ts';
import type { Log } from '../../../session/log/log.ts';
import { bytes } from '../../../text/measure.ts';
import { cachedSheet } from '../../kit/sheet/cached.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { hideNothing, hideSecrets } from '../../kit/sheet/masked.ts';
import { jsonSection, textSection } from '../../kit/sheet/sections.ts';
import type { Sheet } from '../../kit/sheet/sheet.ts';
import type { ListEntry } from './entries.ts';

/** An item of a list as it was sent, with the bytes that it costs whoever has it in the context of a model. */
export function definitionSheet(
  log: Log,
  mask: (text: string) => string,
  entry: ListEntry,
  revealed: boolean,
): Sheet {
  const { list, item } = entry;
  const key = `definition ${entry.key} ${item.seq}`;
  return cachedSheet(log, `${key} ${revealed}`, () => {
    const json = sentAs(log.text(item.seq) ?? '', list, item.raw) ?? jsonOf(item.raw);
    const cost = `${bytes(Buffer.byteLength(json))} as sent, in message #${item.seq}`;
    const sections = [
      textSection('cost', cost, { meaning: 'dim' }),
      ...item.problems.map((problem, place) =>
        textSection(`problem ${place}`, [`! ${mask(problem)}`], { meaning: 'finding' }),
      ),
      // It is what a model reads, and hard to read as a string of JSON.
      ...(item.description === ''
        ? []
        : [textSection('description', mask(item.description)), textSection('gap', '', { gap: true })]),
      jsonSection('item', json, '') ?? textSection('item', json),
    ];
    return {
      key,
      sections,
      hide: revealed ? hideNothing : hideSecrets(mask),
      whole: () => json,
      file: fileName(item.name, 'definition'),
    };
  });
}

/** The text that an item has in the page of the list it came in. */
function sentAs(message: string, list: string, raw: unknown): string | undefined {
  const result = memberText(message, 'result');
  const items = result && memberText(result, list);
  const wanted = jsonOf(raw);
  return items && elementTexts(items)?.find((text) => jsonOf(JSON.parse(text)) === wanted);
}

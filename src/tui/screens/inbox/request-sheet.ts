import type { Host } from '../../../host/host.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { isObject } from '../../../json/shape.ts';
import { spanAt } from '../../../json/span.ts';
import type { Asked } from '../../../session/state.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { hideNothing, hideSecrets } from '../../kit/sheet/hide.ts';
import { kept } from '../../kit/sheet/kept.ts';
import { exactly, member, parted, type Source, type Spot } from '../../kit/sheet/message.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import { textSection } from '../../kit/sheet/text.ts';
import { elicitationGroups } from './elicitation-sheet.ts';
import { requestOf } from './request.ts';
import { samplingGroups } from './sampling-sheet.ts';

/** How a request that waits is shown. */
export interface Look {
  readonly revealed: boolean;
  /** Without what the form beside it shows as well, and without gaps. */
  readonly brief: boolean;
  /** What is said of it first; nothing when empty. */
  readonly said: string;
}

/** What the server asks of a person, to be read. */
export function requestSheet({ log, mask }: Pick<Host, 'log' | 'mask'>, asked: Asked, look: Look): Sheet {
  const { revealed, brief, said } = look;
  const key = `request ${asked.seq} ${asked.key} ${brief} ${said}`;
  return kept(log, `${key} ${revealed}`, () => {
    const source: Source = { json: log.text(asked.seq) ?? '{}', mask: revealed ? (text) => text : mask };
    const params = placeOf(asked);
    const groups = [
      said === '' ? [] : [textSection('said', [said], { meaning: 'running' })],
      ...requestGroups(source, asked.method, params, brief),
    ];
    return {
      key,
      sections: brief ? groups.flat() : parted(groups),
      hide: revealed ? hideNothing : hideSecrets(mask),
      whole: () => textAt(source.json, params),
      file: fileName(requestOf(asked).kind, asked.seq),
    };
  });
}

/** The params of a request: of the server's own, or of an input that a result asks for. */
function placeOf({ key, params }: Asked): Spot {
  if (key === '') return { value: params, path: '/params' };
  const inputs: Spot = { value: { [key]: { params } }, path: '/result/inputRequests' };
  return member(member(inputs, key), 'params');
}

function textAt(json: string, { value, path }: Spot): string {
  const span = spanAt(json, path);
  return span === undefined ? jsonOf(value) : json.slice(span.start, span.end);
}

/** The params of an elicitation or a sampling request as they read; those of any other as the JSON they are. */
function requestGroups(
  source: Source,
  method: string,
  params: Spot,
  brief = false,
): readonly (readonly Section[])[] {
  if (!isObject(params.value)) return params.value === undefined ? [] : [[exactly(source, params)]];
  if (method === 'sampling/createMessage') return samplingGroups(source, params);
  if (method === 'elicitation/create') return elicitationGroups(source, params, brief);
  return [[exactly(source, params)]];
}

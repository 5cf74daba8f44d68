import { isObject } from '../../../json/shape.ts';
import { urlOf } from '../../../text/url.ts';
import { exactly, type MessageSource, type MessageValue, member, others, textSection } from './sections.ts';
import type { Section } from './sheet.ts';

/**
 * The params of an elicitation (client/elicitation): what is asked, and the schema of the answer or the page to go to.
 * `whyNotOpened` says why a browser is not sent to a page; `brief` leaves out the schema and the `_meta`, which are not for the person who answers.
 */
export function elicitationGroups(
  source: MessageSource,
  params: MessageValue,
  whyNotOpened: (url: string) => string | undefined,
  brief = false,
): readonly (readonly Section[])[] {
  if (isObject(params.value) && params.value['mode'] === 'url')
    return pageGroups(source, params, whyNotOpened);
  const schema = member(params, 'requestedSchema');
  const head = textSection(`${schema.path} head`, ['schema of the response'], { meaning: 'dim' });
  return [
    [message(source, params)],
    brief || schema.value === undefined ? [] : [head, exactly(source, schema)],
    others(source, params, ['mode', 'message', 'requestedSchema', ...(brief ? ['_meta'] : [])]),
  ];
}

/** The page that a person is sent to, its host by itself: in a long URL it is easily overlooked. */
function pageGroups(
  source: MessageSource,
  params: MessageValue,
  whyNotOpened: (url: string) => string | undefined,
): readonly (readonly Section[])[] {
  const { value, path } = member(params, 'url');
  const rest = others(source, params, ['mode', 'message', 'url', 'elicitationId']);
  if (typeof value !== 'string') return [[message(source, params)], [exactly(source, params)]];
  const id = member(params, 'elicitationId').value;
  const known = typeof id === 'string' ? source.mask(`elicitation ${id}, `) : '';
  const way = whyNotOpened(value) ?? 'o opens it in a browser';
  return [
    [message(source, params)],
    [
      textSection(`${path} host`, [hostOf(value)], { meaning: 'strong' }),
      textSection(path, [source.mask(value)], { path, content: { kind: 'text', text: value } }),
      textSection(`${path} about`, [`${known}${way}`], { meaning: 'dim' }),
    ],
    rest,
  ];
}

function hostOf(url: string): string {
  const { host = '' } = urlOf(url) ?? {};
  return host === '' ? 'a page without a host' : `a page on ${host}`;
}

function message({ mask }: MessageSource, params: MessageValue): Section {
  const { value, path } = member(params, 'message');
  if (typeof value !== 'string') return textSection(`${path} none`, ['No reason given.'], { meaning: 'dim' });
  return textSection(path, mask(value), { path, content: { kind: 'text', text: value } });
}

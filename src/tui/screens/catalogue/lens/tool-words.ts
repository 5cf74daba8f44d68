import { pageOfSource } from '../../../../clients/evidence.ts';
import type { ToolView, ViewNote } from '../../../../clients/tool-view.ts';
import { jsonOf } from '../../../../json/json-of.ts';
import { isObject } from '../../../../json/shape.ts';
import type { ListItem } from '../../../../spec/check/item.ts';
import { isAppOnly } from '../../../../surface/app.ts';
import { bytes, thousands } from '../../../../text/measure.ts';
import type { SeenLine, SeenTool } from '../../../kit/lens.ts';
import { jsonSection, textSection } from '../../../kit/sheet/sections.ts';
import type { Section } from '../../../kit/sheet/sheet.ts';
import { briefEvidence } from './evidence.ts';

/** What is to be said of a tool under a client, a line each: what is not there, what fails, what is cut, how the schema arrives. */
export function toolLines({ view, mark }: SeenTool, tool: ListItem): readonly SeenLine[] {
  const beyond: readonly SeenLine[] =
    mark?.kind === 'left out' && view.leftOut === undefined && !isAppOnly(tool.raw)
      ? [{ sign: 'left out', says: `${mark.short}: it is left out`, meaning: 'failed' }]
      : [];
  const hidden: readonly SeenLine[] = isAppOnly(tool.raw)
    ? [{ sign: 'left out', says: 'for its view alone: no model may call it', meaning: 'failed' }]
    : [];
  return [
    ...hidden,
    ...beyond,
    ...view.notes.map((note) => noteLine(note, view)),
    ...schemaLines(view, tool),
  ];
}

function noteLine(note: ViewNote, { description }: ToolView): SeenLine {
  const { limit, effect } = note.rule;
  const from = { known: briefEvidence(note.rule), page: pageOfSource(note.rule.source), fix: note.fix };
  if (limit.on === 'description length' && effect === 'cut') {
    const whole = thousands(description.text.length + description.lost.length);
    const says = `description: ${whole} characters, the model sees ${thousands(description.text.length)}`;
    return { sign: 'cut', says, meaning: 'finding', ...from };
  }
  const sign = effect === 'left out' ? 'left out' : effect === 'cut' ? 'cut' : 'changed';
  return { sign, says: note.says, meaning: effect === 'left out' ? 'failed' : 'finding', ...from };
}

/** That the schema is not what the server sent. */
function schemaLines({ client, inputSchema }: ToolView, tool: ListItem): readonly SeenLine[] {
  const sent = isObject(tool.raw) ? tool.raw['inputSchema'] : undefined;
  if (inputSchema === sent) return [];
  const size = (schema: unknown) => bytes(Buffer.byteLength(jsonOf(schema ?? null)));
  const { drops = [], adds = {} } = client.schemas ?? {};
  const more = Object.keys(adds);
  const how = [
    drops.length === 0 ? '' : `without ${drops.join(', ')}`,
    more.length === 0 ? '' : `with ${more.join(', ')}`,
  ].filter((part) => part !== '');
  const says = `schema: arrives ${how.join(' and ')} (${size(inputSchema)}, ${size(sent)} were sent)`;
  const from =
    client.schemas === undefined
      ? {}
      : { known: briefEvidence(client.schemas), page: pageOfSource(client.schemas.source) };
  return [{ sign: 'changed', says, meaning: 'dim', ...from }];
}

/** A tool as its model sees it, to be read above what the server sent. */
export function toolSections(
  seen: SeenTool,
  tool: ListItem,
  mask: (text: string) => string,
): readonly (readonly Section[])[] {
  const { client, given, description, inputSchema } = seen.view;
  const own = given.name.endsWith(tool.name)
    ? []
    : [textSection('lens own', [mask(`  ${tool.name} to the server`)], { meaning: 'dim' })];
  const lines = toolLines(seen, tool);
  const isOut = seen.mark?.kind === 'left out';
  const head = isOut
    ? `${client.name} gives nothing of this to its model`
    : `what ${client.name} gives to its model`;
  const sent = [textSection('lens sent', ['as the server sends it'], { meaning: 'strong' as const })];
  const isSent = isObject(tool.raw) && tool.raw['inputSchema'] === inputSchema;
  const arrives = isSent ? undefined : jsonSection('lens schema', jsonOf(inputSchema), '');
  const about = [
    textSection('lens', [head], { meaning: 'strong', path: '' }),
    textSection('lens name', [mask(`name: ${given.name}`)]),
    ...own,
    ...lines.flatMap((line, at) => lineSections(line, `lens ${at}`)),
    ...(isOut ? [] : deferredSections(seen.view)),
    ...(lines.length === 0
      ? [textSection('lens same', ['nothing is known to be changed'], { meaning: 'dim' })]
      : []),
  ];
  if (isOut) return [about, sent];
  return [
    about,
    description.text === '' ? [] : [textSection('lens description', mask(description.text))],
    description.lost === ''
      ? []
      : [
          textSection(
            'lens cut',
            [`from here on the model sees nothing: ${thousands(description.lost.length)} characters`],
            { meaning: 'finding' },
          ),
          textSection('lens lost', mask(description.lost), { meaning: 'dim' }),
        ],
    arrives === undefined
      ? []
      : [textSection('lens arrives', ['the schema as it arrives'], { meaning: 'dim' }), arrives],
    sent,
  ];
}

/** That the model does not have it from the start. */
function deferredSections({ deferred }: ToolView): readonly Section[] {
  if (deferred === undefined) return [];
  const page = pageOfSource(deferred.source);
  const says = `the model gets it only once it looks for it   ${briefEvidence(deferred)}`;
  return [
    textSection('lens deferred', [`  ${says}`], {
      ...({ meaning: 'dim', hang: 2, page, content: { kind: 'text', text: page } } as const),
    }),
  ];
}

/** A line with how it is known, which leads to where that is told, and below it what to do. */
function lineSections({ says, known, page, fix, meaning }: SeenLine, id: string): readonly Section[] {
  const told = known === undefined ? says : `${says}   ${known}`;
  const more = page === undefined ? {} : { page, content: { kind: 'text', text: page } as const };
  return [
    textSection(id, [`! ${told}`], { meaning, hang: 2, ...more }),
    ...(fix === undefined ? [] : [textSection(`${id} fix`, [`  ${fix}`], { meaning: 'dim', hang: 2 })]),
  ];
}

import type { Client } from '../../../../clients/client.ts';
import { pageOfSource } from '../../../../clients/evidence.ts';
import { type ResultPart, type ResultReason, resultView } from '../../../../clients/result-view.ts';
import type { JsonObject } from '../../../../json/shape.ts';
import { bytes } from '../../../../text/measure.ts';
import type { SeenResult } from '../../../kit/lens.ts';
import { textSection } from '../../../kit/sheet/sections.ts';
import type { Section } from '../../../kit/sheet/sheet.ts';
import { briefEvidence } from './evidence.ts';

/** What of a result reaches the model of a client. */
export function seenResult(client: Client, result: JsonObject, tool: JsonObject | undefined): SeenResult {
  const { parts, tooLong } = resultView(client, result, tool);
  const reach = parts.filter(({ reaches }) => reaches);
  const dropped = parts.filter(({ reaches }) => !reaches);
  const words = reach.map(({ name, bytes: size }) => `${name} (${bytes(size)})`);
  const most = client.results?.most?.find(
    ({ of, becomes }) => of === 'characters' && becomes.startsWith('cut'),
  )?.most;
  const told = words.length === 0 ? 'nothing' : words.join(', ');
  return {
    note: `${reach.length} of ${parts.length} parts reach the model`,
    told: [
      textSection('lens reaches', [`result → model: ${told}`], { meaning: 'strong' }),
      ...(tooLong === undefined
        ? []
        : [reasonSection('lens long', `! the whole is ${tooLong.says}`, tooLong)]),
      ...dropped.map(droppedSection),
      ...[...new Set(dropped.flatMap(({ why }) => why?.says ?? []))].map((says) =>
        textSection(`lens ${says}`, [`  ${says}`], { meaning: 'dim' }),
      ),
    ],
    ...(tooLong === undefined || most === undefined ? {} : { most }),
    reaches: (path) => dropped.every((part) => part.path !== path),
  };
}

function droppedSection({ path, name, bytes: size, why }: ResultPart): Section {
  const said = `dropped: ${name} (${bytes(size)})`;
  if (why === undefined) return textSection(`lens dropped ${path}`, [said], { meaning: 'finding' });
  return reasonSection(`lens dropped ${path}`, said, why);
}

function reasonSection(id: string, says: string, why: ResultReason): Section {
  const page = pageOfSource(why.source);
  return textSection(id, [`${says}   ${briefEvidence(why)}`], {
    meaning: 'finding',
    hang: 2,
    page,
    content: { kind: 'text', text: page },
  });
}

import { isObject } from '../../../json/shape.ts';
import { exactly, member, type Source, type Spot } from '../../kit/sheet/message.ts';
import type { Section } from '../../kit/sheet/sheet.ts';
import { textSection } from '../../kit/sheet/text.ts';
import { elicitationGroups } from '../inbox/elicitation-sheet.ts';

/** Whether it is awaited, and how often it has come when that is beyond the limit; else 0. */
interface Waiting {
  readonly waits: boolean;
  readonly rounds: number;
}

/**
 * A result that asks for input before its request goes on (client/input-required, 2026-07-28): that it waits, what it
 * asks for, and the result as it was sent.
 */
export function inputGroups(
  source: Source,
  result: Spot,
  { waits, rounds }: Waiting,
): readonly (readonly Section[])[] {
  const inputs = member(result, 'inputRequests');
  const keys = Object.keys(isObject(inputs.value) ? inputs.value : {});
  const said = waits
    ? rounds > 0
      ? `asked for input ${rounds} times: + lets it go on, x leaves it`
      : 'waits for you: 6 Inbox (x leaves it)'
    : 'The server asked for input, and the request did not go on.';
  return [
    [textSection('waits', [said], { meaning: waits ? 'running' : 'finding' })],
    ...keys.map((key) => inputSections(source, key, member(inputs, key))),
    [
      textSection('result head', ['the result as it was sent'], { meaning: 'dim' }),
      exactly(source, result, 1),
    ],
  ];
}

function inputSections(source: Source, key: string, input: Spot): readonly Section[] {
  const method = isObject(input.value) ? input.value['method'] : undefined;
  const head = `${key}: ${typeof method === 'string' ? method : 'no method'}`;
  const [asked = []] =
    method === 'elicitation/create' ? elicitationGroups(source, member(input, 'params')) : [];
  return [textSection(`${input.path} head`, [source.mask(head)], { meaning: 'strong' }), ...asked];
}

import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { comets, cometUri } from '../comets.ts';
import { failure, type Tool, text } from '../tool.ts';

/** How the one question is called in the modern era. */
const TELEGRAM = 'telegram';

const question = (constellation: string) =>
  inputRequired.elicit({
    message: `A comet in ${constellation}! What shall the telegram say?`,
    requestedSchema: {
      type: 'object',
      properties: {
        name: {
          type: 'string',
          title: 'Its name',
          description: 'After whoever saw it first',
          minLength: 2,
          maxLength: 40,
        },
        tail: { type: 'boolean', title: 'It has a tail', default: true },
      },
      required: ['name'],
    },
  });

/**
 * Asks before it answers: inside its result in the modern era, with a request of its own in the legacy one. What was
 * asked for makes the list of resources grow.
 */
export const comet: Tool = {
  definition: {
    name: 'report-comet',
    title: 'Report a comet',
    description:
      'You are asked what to call it (elicitation). Then it stands under Resources, whose list has changed.',
    inputSchema: {
      type: 'object',
      properties: {
        constellation: { type: 'string', default: 'Lynx', description: 'Where you saw it' },
      },
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  run: ({ constellation: where = 'Lynx' }, { answers, canAsk }) => {
    const constellation = String(where);
    const reply = inputResponse(answers, TELEGRAM);
    if (reply.kind === 'missing') {
      if (!canAsk)
        return text('You cannot be asked for its name, so it goes without one and nobody is told.');
      return inputRequired({
        inputRequests: { [TELEGRAM]: question(constellation) },
        requestState: `a comet in ${constellation}`,
      });
    }
    if (reply.kind !== 'elicit') return failure('That was no answer to the question.');
    if (reply.action !== 'accept') return text('No telegram, then. The comet does not mind.');
    const { name, tail = true } = reply.content ?? {};
    if (typeof name !== 'string' || name.length < 2)
      return failure('A telegram needs the name of the comet.');
    const found = { name, constellation, tail: tail === true };
    comets.add(found);
    return {
      content: [
        { type: 'text', text: `Comet ${name}, in ${constellation}. The telegram is on its way.` },
        { type: 'resource_link', uri: cometUri(found), name, mimeType: 'application/json' },
      ],
    };
  },
};

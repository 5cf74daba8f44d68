import { type Tool, text } from '../tool.ts';

/** One required text: the first thing to try. */
export const hello: Tool = {
  definition: {
    name: 'say-hello',
    title: 'Say hello',
    description:
      'Says hello to the keeper of the observatory, who answers. Start here: type a name, then enter.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1, description: 'What shall we call you?' } },
      required: ['name'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: ({ name }) =>
    text(
      `Good evening, ${name}. Mind the step, it is dark up here.\nThe first clear night this week, you are lucky.`,
    ),
};

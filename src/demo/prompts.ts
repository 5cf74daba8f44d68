import { completable, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { logbook } from './logbook.ts';
import { skyPicture } from './sky.ts';
import { namesFrom, starNamed } from './stars.ts';

const LEVELS = ['a child', 'a grown-up', 'an astronomer'];

/** One without arguments, one with, one whose messages hold a picture and a resource. */
export function servePrompts(server: McpServer): void {
  server.registerPrompt(
    'haiku',
    { title: 'A haiku about tonight', description: 'Takes no arguments' },
    () => ({ messages: [ask('Write a haiku about a clear night on a hill. No moon, a fox, cold hands.')] }),
  );
  server.registerPrompt(
    'explain-star',
    {
      title: 'Explain a star',
      description: 'Asks for a star to be explained; both arguments complete as you type',
      argsSchema: z.object({
        star: completable(z.string().describe('Its name'), (typed) => namesFrom(typed)),
        to: completable(z.string().describe('To whom'), (typed) =>
          LEVELS.filter((level) => level.startsWith(typed)),
        ).optional(),
      }),
    },
    ({ star: name, to = 'a grown-up' }) => {
      const star = starNamed(name);
      const known =
        star && `${star.name} in ${star.constellation}: magnitude ${star.magnitude}. ${star.note}`;
      return {
        description: `${name}, for ${to}`,
        messages: [
          ask(`Explain the star ${name} to ${to}.`),
          {
            role: 'assistant',
            content: { type: 'text', text: known ?? `I do not know ${name}. Where is it?` },
          },
          ask('Go on.'),
        ],
      };
    },
  );
  server.registerPrompt(
    'write-report',
    { title: 'Report of the night', description: 'Its messages hold a picture and the logbook' },
    () => ({
      messages: [
        ask('Write the report of the night from this picture and the logbook.'),
        {
          role: 'user',
          content: { type: 'image', mimeType: 'image/png', data: skyPicture(160).toString('base64') },
        },
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: logbook.uri, mimeType: 'text/plain', text: logbook.text },
          },
        },
      ],
    }),
  );
}

const ask = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });

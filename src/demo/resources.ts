import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { comets, cometUri } from './comets.ts';
import { GUIDE } from './guide.ts';
import { logbook } from './logbook.ts';
import { plates, plateUri } from './plates.ts';
import { Refusal } from './refusal.ts';
import { skyPicture } from './sky.ts';
import { namesFrom, starNamed } from './stars.ts';

// Invalid params, as 2026-07-28 has it; the SDK makes that of the earlier -32002 in every revision.
const NOT_FOUND = -32602;

/** Texts, a picture and three templates with completion, one of them for a list that grows. */
export function serveResources(server: McpServer): void {
  server.registerResource(
    'guide',
    'observatory://guide',
    {
      title: 'A tour for visitors',
      description: 'What to try here, and what each thing shows',
      mimeType: 'text/markdown',
      annotations: { audience: ['user'], priority: 1 },
    },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'text/markdown', text: GUIDE }] }),
  );
  server.registerResource(
    'logbook',
    logbook.uri,
    { title: 'The logbook', description: 'Changes with write-log and erase-log', mimeType: 'text/plain' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'text/plain', text: logbook.text }] }),
  );
  server.registerResource(
    'instruments',
    'observatory://instruments',
    { title: 'Instruments', description: 'As JSON', mimeType: 'application/json' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'application/json', text: INSTRUMENTS }] }),
  );
  server.registerResource(
    'sky',
    'observatory://sky.png',
    { title: 'The sky tonight', description: 'A picture: binary content', mimeType: 'image/png' },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: 'image/png', blob: skyPicture(320).toString('base64') }],
    }),
  );
  serveTemplates(server);
  serveComets(server);
}

function serveTemplates(server: McpServer): void {
  server.registerResource(
    'star',
    new ResourceTemplate('observatory://stars/{name}', { list: undefined, complete: { name: namesFrom } }),
    { title: 'A star by its name', description: 'Names complete as you type', mimeType: 'application/json' },
    ({ href }, { name }) => {
      const star = starNamed(decodeURIComponent(String(name)));
      if (star === undefined) throw new Refusal(NOT_FOUND, `No star called "${name}"`, { uri: href });
      return { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(star, null, 2) }] };
    },
  );
  server.registerResource(
    'plate',
    new ResourceTemplate('observatory://plates/{year}/{number}', {
      list: undefined,
      complete: {
        year: (typed) =>
          starting(
            typed,
            plates.map(({ year }) => year),
          ),
        number: (typed, context) => {
          const year = context?.arguments?.['year'];
          const those = plates.filter((plate) => year === undefined || String(plate.year) === year);
          return starting(
            typed,
            those.map(({ number }) => number),
          );
        },
      },
    }),
    { title: 'A plate of the archive', description: 'The numbers offered depend on the year' },
    ({ href }) => {
      const plate = plates.find((one) => plateUri(one) === href);
      if (plate === undefined) throw new Refusal(NOT_FOUND, 'No such plate in the cellar', { uri: href });
      return { contents: [{ uri: href, mimeType: 'text/plain', text: `${plate.title}\n\n${plate.label}` }] };
    },
  );
}

/** What is listed of it stands among the resources: nothing until a comet is reported. */
function serveComets(server: McpServer): void {
  server.registerResource(
    'comet',
    new ResourceTemplate('observatory://comets/{name}', {
      list: () => ({ resources: comets.all.map((comet) => ({ name: comet.name, uri: cometUri(comet) })) }),
      complete: {
        name: (typed) => comets.all.map(({ name }) => name).filter((name) => name.startsWith(typed)),
      },
    }),
    { title: 'A comet by its name', description: 'Those of report-comet', mimeType: 'application/json' },
    ({ href }) => {
      const comet = comets.all.find((one) => cometUri(one) === href);
      if (comet === undefined) throw new Refusal(NOT_FOUND, 'Nobody has reported it', { uri: href });
      return {
        contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(comet, null, 2) }],
      };
    },
  );
}

/** Those numbers, each once, whose digits begin with what was typed. */
const starting = (typed: string, numbers: readonly number[]): string[] =>
  [...new Set(numbers.map(String))].filter((number) => number.startsWith(typed));

// Written out, because a program that reads it must see 18014398509481985 as it stands.
const INSTRUMENTS = `{
  "refractor": { "aperture": 0.18, "built": 1896, "focalRatio": 15.0 },
  "reflector": { "aperture": 0.60, "built": 1974, "focalRatio": 8.0 },
  "photonsCounted": 18014398509481985
}`;

import type { ExportWriter } from './exported.ts';

/** A format that sessions are written in. What writes it is loaded when it is needed. */
export interface ExportFormat {
  /** What it is chosen by: `--to md`. */
  readonly name: string;
  /** How the name of its file ends. */
  readonly extension: string;
  /** What it is, to follow its name. */
  readonly about: string;
  readonly load: () => Promise<ExportWriter>;
}

/** The formats. The command line, its help and the screens offer what is listed here. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  {
    name: 'md',
    extension: '.md',
    about: 'a report in Markdown, to file a bug with',
    load: async () => (await import('./markdown.ts')).trafficReport,
  },
  {
    name: 'html',
    extension: '.html',
    about: 'a page to look through in a browser, offline',
    load: async () => (await import('./html.ts')).htmlPage,
  },
  {
    name: 'json',
    extension: '.json',
    about: 'one JSON document: docs/export.schema.json',
    load: async () => (await import('./json.ts')).jsonDocument,
  },
  {
    name: 'jsonl',
    extension: '.jsonl',
    about: 'only the messages, one a line',
    load: async () => (await import('./json.ts')).jsonLines,
  },
  {
    name: 'har',
    extension: '.har',
    about: 'an HTTP archive, for the tools of browsers and proxies',
    load: async () => (await import('./har.ts')).harArchive,
  },
  {
    name: 'otlp',
    extension: '.otlp.json',
    about: 'requests as spans of OpenTelemetry (OTLP JSON)',
    load: async () => (await import('./otlp.ts')).otlpTraces,
  },
];

/** How the name of a transcript ends, which is no export: the messages alone under that name could not be opened as one. */
export const isTranscriptName = (path: string): boolean => /\.mcp\.jsonl$/i.test(path.trim());

/** The format that the name of a file says, by the longest ending that fits; nothing where it says none. */
export function formatFor(path: string): ExportFormat | undefined {
  if (isTranscriptName(path)) return undefined;
  const name = path.trim().toLowerCase();
  const fitting = EXPORT_FORMATS.filter(
    ({ extension }) => name.endsWith(extension) && !/[/\\]$/.test(name.slice(0, -extension.length)),
  );
  return fitting.sort((one, other) => other.extension.length - one.extension.length)[0];
}

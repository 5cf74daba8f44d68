import type { Evidence } from './client.ts';

/** Read in the code of the client. */
export const inCode = (source: string, seen: string): Evidence => ({ source, seen, sure: 'source' });

/** Said by the documentation of the client, or of whoever asks for it. */
export const documented = (source: string, seen: string): Evidence => ({ source, seen, sure: 'docs' });

/** Reported by users, the last time in this month (`2026-03`). */
export const reported = (month: string, source: string, seen: string): Evidence => ({
  source,
  seen,
  sure: 'reports',
  reported: month,
});

/** Seen in a handshake with the client, which an inspector of others keeps. */
export const probed = (seen: string): Evidence =>
  reported(
    '2026-08',
    'https://github.com/MCPJam/inspector/blob/main/sdk/src/host-config/templates/seed-host-template.ts',
    seen,
  );

/** How something is known, in brackets: `(reported 2026-03, awslabs/mcp#1283)`, `(documented: code.claude.com/docs/en/mcp)`. */
export function evidenceWords({ source, sure, reported: month, seen }: Evidence): string {
  const short = shortSource(source);
  switch (sure) {
    case 'source':
      return `(in its code: ${short})`;
    case 'docs':
      return `(documented: ${short})`;
    case 'reports':
      return `(reported ${month ?? seen.slice(0, 7)}, ${short})`;
  }
}

/** A source as it is named in a sentence: a file of a repository, or a page without its scheme and the place in it. */
function shortSource(source: string): string {
  const [, repository, file] =
    /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/.*\/([^/#]+)/.exec(source) ?? [];
  if (repository !== undefined && file !== undefined) return `${repository} ${file}`;
  return source.replace(/^https:\/\/(?:github\.com\/)?/, '').replace(/#(?!\d+$).*$/, '');
}

/** The page of a source. */
export function pageOfSource(source: string): string {
  const issue = issueOf(source);
  return issue === undefined ? source : `https://github.com/${issue.repository}/issues/${issue.number}`;
}

/** The issue that a source is; nothing where it is another page. */
export function issueOf(
  source: string,
): { readonly repository: string; readonly number: string } | undefined {
  const [, repository, number] = /^([^/\s]+\/[^/#\s]+)#(\d+)$/.exec(source) ?? [];
  return repository === undefined || number === undefined ? undefined : { repository, number };
}

import type { Evidence } from '../../../../clients/client.ts';
import { urlOf } from '../../../../text/url.ts';

/** How something is known, in a few words: `reported, claude-code#79944`, `docs, docs.windsurf.com`. */
export const evidenceWords = ({ sure, source }: Evidence): string => `${SURE[sure]}, ${shortSource(source)}`;

const SURE: Readonly<Record<Evidence['sure'], string>> = {
  source: 'source',
  docs: 'docs',
  reports: 'reported',
};

/** The page of a source. */
export function pageOf(source: string): string {
  const issue = ISSUE.exec(source);
  return issue === null ? source : `https://github.com/${issue[1]}/issues/${issue[2]}`;
}

const ISSUE = /^([^/\s]+\/[^/#\s]+)#(\d+)$/;

/** Of an issue the repository without its owner, of a file on GitHub its name, of any other page its host. */
function shortSource(source: string): string {
  const issue = ISSUE.exec(source);
  if (issue !== null) return `${issue[1]?.split('/').at(-1)}#${issue[2]}`;
  const url = urlOf(source);
  if (url === undefined) return source;
  return url.host === 'github.com' ? (url.pathname.split('/').at(-1) ?? url.host) : url.host;
}

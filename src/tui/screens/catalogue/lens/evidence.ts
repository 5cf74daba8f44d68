import type { Evidence } from '../../../../clients/client.ts';
import { issueOf } from '../../../../clients/evidence.ts';
import { urlOf } from '../../../../text/url.ts';

/** How something is known, in a few words: `reported, claude-code#79944`, `its docs, docs.windsurf.com`. */
export const briefEvidence = ({ sure, source }: Evidence): string => `${SURE[sure]}, ${briefSource(source)}`;

const SURE: Readonly<Record<Evidence['sure'], string>> = {
  source: 'its code',
  docs: 'its docs',
  reports: 'reported',
};

/** Of an issue the repository, without its owner unless its name says too little, of a file on GitHub its name, of any other page its host. */
function briefSource(source: string): string {
  const issue = issueOf(source);
  if (issue !== undefined) {
    const [, name = ''] = issue.repository.split('/');
    return `${name.length < 6 ? issue.repository : name}#${issue.number}`;
  }
  const url = urlOf(source);
  if (url === undefined) return source;
  return url.host === 'github.com' ? (url.pathname.split('/').at(-1) ?? url.host) : url.host;
}

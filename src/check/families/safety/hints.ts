import { isObject } from '../../../json/shape.ts';
import { wordsOf } from '../../../text/name-words.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import { deedOf } from '../../names.ts';
import type { Subject } from '../../subject.ts';
import { type CheckedTool, toolsOf } from '../../tool.ts';

type Id = 'read-only-deletes' | 'read-only-destructive' | 'name-of-another';

/** Hints and names of tools that say what cannot be. */
export const hintFindings = ({ surface, server }: Subject): readonly FamilyFinding<Id>[] =>
  toolsOf(surface).flatMap((tool) => [...hintsOf(tool), ...anothersName(tool, server)]);

function hintsOf({ id: item, name, words, title, raw }: CheckedTool): readonly FamilyFinding<Id>[] {
  const hints = isObject(raw['annotations']) ? raw['annotations'] : {};
  if (hints['readOnlyHint'] !== true) return [];
  const deletes = (deedOf(words) ?? deedOf(wordsOf(title))) === 'deletes';
  const path = '/annotations/readOnlyHint';
  return [
    ...(deletes
      ? ([
          {
            id: 'read-only-deletes',
            item,
            path,
            message: `${visible(name)} has readOnlyHint true, but its name says that it deletes`,
          },
        ] as const)
      : []),
    ...(hints['destructiveHint'] === true
      ? ([
          {
            id: 'read-only-destructive',
            item,
            path,
            message: `${visible(name)} has both readOnlyHint and destructiveHint true`,
          },
        ] as const)
      : []),
  ];
}

/** Before a tool's name, the way clients put the name of a server: `mcp__github__create_issue`. */
const GIVEN = /^mcp_{1,2}(?<server>[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*?)__?(?<tool>.+)$/;
const APART = /^(?<server>[A-Za-z0-9-]+)(?:__|[./:])(?<tool>.+)$/;

/** Servers whose tools a model is likely to have beside these. */
const WELL_KNOWN: ReadonlySet<string> = new Set(
  `airtable asana atlassian aws azure bitbucket brave cloudflare confluence context7 discord docker dropbox elasticsearch fetch
  figma filesystem firecrawl gcp git github gitlab gmail google grafana hubspot jira kubernetes linear memory mongodb netlify
  neon notion obsidian pagerduty playwright postgres puppeteer redis salesforce sentry shopify slack snowflake sqlite stripe
  supabase tavily telegram terraform todoist trello twilio vercel whatsapp zapier zendesk`.split(/\s+/),
);

function anothersName({ id: item, name }: CheckedTool, server: string): readonly FamilyFinding<Id>[] {
  const given = GIVEN.exec(name)?.groups?.['server'];
  const other = given ?? APART.exec(name)?.groups?.['server'];
  if (other === undefined || (given === undefined && !WELL_KNOWN.has(other.toLowerCase()))) return [];
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain(server).includes(plain(other)) || plain(other).includes(plain(server))) return [];
  const message = `${visible(name)} looks like a tool of the server ${visible(other)}, and this one is ${visible(server)}`;
  return [{ id: 'name-of-another', item, path: '/name', message }];
}

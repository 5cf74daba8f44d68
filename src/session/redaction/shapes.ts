import { isSecretValue, looksRandom } from './names.ts';
import type { SecretSpan } from './redaction.ts';

/** A token that shows by itself. `starts` are literal; `rest` is what has to follow. */
interface Shape {
  readonly of: string;
  readonly starts: readonly string[];
  readonly rest: string;
  /** It may be a slug (`sk-learn-intro`): something in it has to look random. */
  readonly slug?: true;
  /** It may stand in the middle of a word. */
  readonly within?: true;
  /** What may follow a start that is too short to be looked for. */
  readonly digits?: readonly string[];
  /** `starts` stay readable. */
  readonly after?: true;
}

const WORD = '[A-Za-z0-9]';
const HEX = [...'0123456789abcdef'];
const SLUG = '[A-Za-z0-9_-]';

/**
 * The tokens that show what they are; docs/transcript.md lists them from here.
 * @public
 */
export const SHAPES: readonly Shape[] = [
  { of: 'OpenAI, Anthropic, OpenRouter', starts: ['sk-'], rest: `${SLUG}{16,}`, slug: true },
  {
    of: 'Stripe',
    starts: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'],
    rest: '[A-Za-z0-9+/=]{10,}',
  },
  { of: 'GitHub', starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], rest: `${WORD}{16,}` },
  { of: 'GitHub, fine-grained', starts: ['github_pat_'], rest: '\\w{16,}' },
  {
    of: 'GitLab',
    starts: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glptt-',
      'glcbt-',
      'glft-',
      'glsoat-',
      'gloas-',
      'glagent-',
      'glimt-',
    ],
    rest: `${SLUG}{16,}`,
  },
  { of: 'Google API', starts: ['AIza'], rest: `${SLUG}{30,}` },
  { of: 'Google OAuth', starts: ['ya29.', 'GOCSPX-'], rest: '[A-Za-z0-9._-]{16,}' },
  { of: 'Google OAuth, refresh', starts: ['1//0'], rest: `${SLUG}{30,}` },
  {
    of: 'AWS',
    starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    rest: `[A-Z0-9]{16}(?!${WORD})(?:[:,;|] ?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+]))?`,
  },
  {
    of: 'Slack',
    starts: [
      'xoxa-',
      'xoxb-',
      'xoxe-',
      'xoxe.',
      'xoxo-',
      'xoxp-',
      'xoxr-',
      'xoxs-',
      'xoxc-',
      'xoxd-',
      'xapp-',
    ],
    rest: '[A-Za-z0-9.%-]{10,}',
  },
  {
    of: 'Webhooks of Slack, Discord, Teams, Zapier, Lark',
    starts: [
      'hooks.slack.com/services/',
      'hooks.slack.com/workflows/',
      'discord.com/api/webhooks/',
      'discordapp.com/api/webhooks/',
      'webhook.office.com/webhookb2/',
      'hooks.zapier.com/hooks/catch/',
      'open-apis/bot/v2/hook/',
    ],
    rest: '[\\w/@.-]{8,}',
    after: true,
    within: true,
  },
  { of: 'npm', starts: ['npm_'], rest: `${WORD}{20,}` },
  { of: 'PyPI', starts: ['pypi-'], rest: `${SLUG}{16,}`, slug: true },
  { of: 'RubyGems', starts: ['rubygems_'], rest: '[0-9a-f]{32,}' },
  { of: 'Docker Hub', starts: ['dckr_pat_', 'dckr_oat_'], rest: `${SLUG}{16,}` },
  { of: 'Hugging Face', starts: ['hf_', 'api_org_'], rest: `${WORD}{16,}` },
  { of: 'SendGrid', starts: ['SG.'], rest: `${SLUG}{10,}\\.${SLUG}{10,}` },
  { of: 'Groq', starts: ['gsk_'], rest: `${WORD}{16,}` },
  { of: 'Replicate', starts: ['r8_'], rest: `${WORD}{16,}` },
  { of: 'Perplexity, xAI', starts: ['pplx-', 'xai-'], rest: `${WORD}{16,}` },
  { of: 'Tavily', starts: ['tvly-'], rest: `${SLUG}{16,}`, slug: true },
  { of: 'LangSmith', starts: ['lsv2_pt_', 'lsv2_sk_'], rest: '\\w{16,}' },
  { of: 'Pinecone', starts: ['pcsk_'], rest: '\\w{16,}' },
  { of: 'Grafana', starts: ['glsa_', 'glc_'], rest: '[A-Za-z0-9_+/=]{16,}' },
  { of: 'Grafana, old', starts: ['eyJrIjoi'], rest: '[A-Za-z0-9+/]{40,}={0,2}(?![.\\w])' },
  { of: 'Vault', starts: ['hvs.', 'hvb.', 'hvr.'], rest: `${SLUG}{16,}` },
  { of: 'DigitalOcean', starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'], rest: `${WORD}{16,}` },
  { of: 'Atlassian', starts: ['ATATT3', 'ATCTT3', 'ATBB'], rest: '[A-Za-z0-9_=+/-]{20,}' },
  { of: 'Supabase', starts: ['sbp_', 'sb_secret_'], rest: '\\w{16,}' },
  { of: 'Twilio', starts: ['SK'], digits: HEX, rest: `[0-9a-f]{32}(?::${WORD}{16,})?(?!${WORD})` },
  { of: 'Linear', starts: ['lin_api_', 'lin_oauth_'], rest: `${WORD}{16,}` },
  { of: 'Notion', starts: ['ntn_'], rest: `${WORD}{16,}` },
  { of: 'Notion, old', starts: ['secret_'], rest: `${WORD}{32,}` },
  { of: 'Figma', starts: ['figd_', 'figu_'], rest: `${SLUG}{16,}` },
  { of: 'HubSpot', starts: ['pat-na1-', 'pat-eu1-'], rest: '[0-9a-fA-F-]{32,}' },
  { of: 'Shopify', starts: ['shpat_', 'shpss_', 'shpca_', 'shppa_'], rest: '[0-9a-fA-F]{16,}' },
  { of: 'Square', starts: ['sq0atp-', 'sq0csp-'], rest: `${SLUG}{16,}` },
  { of: 'Square, access', starts: ['EAAAl', 'EAAAE'], rest: `${SLUG}{50,}` },
  { of: 'Mailgun', starts: ['key-'], rest: `[0-9a-f]{32}(?!${WORD})` },
  { of: 'Postman', starts: ['PMAK-'], rest: '[0-9a-f-]{24,}' },
  { of: 'New Relic', starts: ['NRAK-', 'NRII-', 'NRAA-'], rest: `${SLUG}{20,}` },
  { of: 'Sentry', starts: ['sntrys_', 'sntryu_'], rest: '[\\w+/=-]{16,}' },
  { of: 'Databricks', starts: ['dapi'], rest: '[0-9a-f]{32}' },
  { of: 'Doppler', starts: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], rest: '[\\w.-]{16,}' },
  { of: 'Pulumi', starts: ['pul-'], rest: '[0-9a-f]{32,}' },
  { of: 'PlanetScale', starts: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], rest: '[\\w.-]{16,}' },
  {
    of: 'Vercel, Netlify, Apify, Buildkite',
    starts: ['vcp_', 'nfp_', 'apify_api_', 'bkua_'],
    rest: `${WORD}{16,}`,
  },
  { of: 'CircleCI', starts: ['CCIPAT_', 'CCIPRJ_'], rest: '\\w{16,}' },
  { of: 'Fly.io', starts: ['fo1_', 'fm1_', 'fm2_'], rest: '[\\w+/=-]{16,}' },
  { of: '1Password', starts: ['ops_eyJ'], rest: '[A-Za-z0-9+/=_-]{40,}' },
  {
    of: 'PayPal',
    starts: ['access_token$production$', 'access_token$sandbox$'],
    rest: '[0-9a-z]{12,20}\\$[0-9a-f]{32}',
  },
  { of: 'Prefect', starts: ['pnu_', 'pnb_'], rest: `${WORD}{30,}` },
  { of: 'Cloudflare', starts: ['cfut_', 'cfat_', 'cfk_'], rest: `${SLUG}{30,}` },
  { of: 'Cloudflare, origin CA', starts: ['v1.0-'], rest: '[0-9a-f]{24}-[0-9a-f]{100,}' },
  { of: 'Contentful', starts: ['CFPAT-'], rest: `${SLUG}{30,}` },
  { of: 'Dynatrace', starts: ['dt0c01.', 'dt0s01.', 'dt0s02.'], rest: '[A-Z0-9]{20,}\\.[A-Z0-9]{50,}' },
  { of: 'EasyPost', starts: ['EZAK', 'EZTK'], rest: `${WORD}{54,}` },
  { of: 'Mapbox', starts: ['sk.eyJ'], rest: `${SLUG}{20,}\\.${SLUG}{16,}` },
  { of: 'Tailscale', starts: ['tskey-'], rest: `${SLUG}{20,}` },
  { of: 'Fireworks, Together', starts: ['fw_', 'tgp_v1_'], rest: `${SLUG}{20,}` },
  { of: 'PostHog', starts: ['phx_', 'phs_'], rest: `${WORD}{30,}` },
  { of: 'ReadMe', starts: ['rdme_'], rest: '[a-z0-9]{60,}' },
  { of: 'Brevo', starts: ['xkeysib-', 'xsmtpsib-'], rest: '[0-9a-f]{64}-[A-Za-z0-9]{16}' },
  { of: 'Typeform', starts: ['tfp_'], rest: '[\\w.=-]{40,}' },
  { of: 'Flutterwave', starts: ['FLWSECK-', 'FLWSECK_TEST-'], rest: `${WORD}{20,}(?:-X)?` },
  {
    of: 'Plaid',
    starts: ['access-sandbox-', 'access-development-', 'access-production-'],
    rest: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  },
  { of: 'Heroku', starts: ['HRKU-'], rest: `${SLUG}{30,}` },
  { of: 'Firecrawl', starts: ['fc-'], digits: HEX, rest: `[0-9a-f]{32}(?!${WORD})` },
  { of: 'Context7', starts: ['ctx7sk-', 'ctx7sk_'], rest: `${SLUG}{16,}` },
  { of: 'Aiven', starts: ['AVNS_'], rest: `${SLUG}{18,}` },
  { of: 'Neon', starts: ['napi_'], rest: `${WORD}{50,}` },
  { of: 'JFrog', starts: ['AKCp', 'cmVmdGtu'], rest: `${WORD}{50,}` },
  { of: 'NuGet', starts: ['oy2'], rest: '[a-z0-9]{43}(?![A-Za-z0-9])' },
  { of: 'Sonar', starts: ['squ_', 'sqp_', 'sqa_'], rest: '[0-9a-f]{40}' },
  { of: 'Age', starts: ['AGE-SECRET-KEY-1'], rest: '[A-Z0-9]{20,}' },
  { of: 'Facebook', starts: ['EAAC', 'EAAG', 'EAAB'], rest: `${WORD}{40,}` },
  {
    of: 'JSON Web Token',
    starts: ['eyJ'],
    rest: `${SLUG}{8,8192}\\.(?:${SLUG}{8,8192}\\.${SLUG}*|(?=\\.))(?:\\.${SLUG}{8,8192}){0,3}`,
  },
];

/**
 * Tokens without a start of their own, for which a character in the middle gives them away.
 * @public
 */
export const MIDDLES: readonly { readonly of: string; readonly at: string; readonly source: string }[] = [
  { of: 'Telegram bot', at: ':AA', source: '(?<!\\d)\\d{8,10}:AA[\\w-]{32,}' },
  { of: 'Airtable', at: '', source: '(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\\.[0-9a-f]{32,}' },
  {
    of: 'Terraform Cloud',
    at: '.atlasv1.',
    source: '(?<![A-Za-z0-9])[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}',
  },
  {
    of: 'Firebase Cloud Messaging',
    at: ':APA91b',
    source: '(?<![\\w-])[\\w-]{11,152}:APA91b[\\w-]{100,200}',
  },
  { of: 'Azure client secret', at: 'Q~', source: '(?<![\\w~.-])[\\w~.-]{3}[78]Q~[\\w~.-]{31,34}(?![\\w~-])' },
  { of: 'Mailchimp', at: '-us1', source: '(?<![0-9A-Za-z])[0-9a-f]{32}-us\\d{1,2}(?![0-9A-Za-z])' },
  { of: 'Asana', at: '', source: '(?<![\\d/])[12]/\\d{13,19}(?:/\\d{13,19})?:[0-9a-f]{32}(?![0-9A-Za-z])' },
  { of: 'Vault, old', at: '', source: '(?<![\\w.])s\\.(?=[A-Za-z]{0,23}\\d)[A-Za-z0-9]{24}(?![\\w.])' },
  {
    of: 'crates.io',
    at: '',
    source: '(?<![A-Za-z0-9])cio(?=[A-Za-z]{0,31}\\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])',
  },
  { of: 'Resend', at: '', source: '(?<![A-Za-z0-9])re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}(?![A-Za-z0-9])' },
  { of: 'Discord bot', at: '', source: '(?<![\\w-])[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}' },
];

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789_-'];

/**
 * Four characters that a text has in which this literal is: its last, but for slashes, which JSON may escape; of a
 * shorter one with all that may follow.
 */
export function beginnings(start: string, letters: readonly string[] = LETTERS): string[] {
  const part = start.replace(/\/$/, '').slice(-4);
  return part.length === 4 ? [part] : letters.flatMap((letter) => beginnings(start + letter, letters));
}

/** What those that are found in base64 at a glance begin with. */
export const SHAPE_STARTS: readonly string[] = ['-----BEGIN '].concat(
  SHAPES.flatMap(({ starts, within }) => (within ? [] : starts.filter(({ length }) => length >= 3))),
);

/** What tells that one of them may stand in a text. */
export const SHAPE_PARTS: readonly string[] = [
  ...SHAPES.flatMap(({ starts, digits }) => starts.flatMap((start) => beginnings(start, digits))),
  ...MIDDLES.flatMap(({ at }) => (at === '' ? [] : beginnings(at))),
];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A letter before it makes it a part of a word, unless that is an escape of JSON: `\n`. */
function sourceOf({ starts, rest, within }: Shape): string {
  const start = starts.length === 1 ? escaped(starts[0] ?? '') : `(?:${starts.map(escaped).join('|')})`;
  return `${start}${within ? '' : `(?<!(?:^|[^\\\\])[A-Za-z0-9]${start})`}${rest.replaceAll(',}', `,${MOST}}`)}`;
}

/** Characters that a pattern takes at a time; an engine that takes millions overflows. */
const MOST = 4096;

const SHAPE = new RegExp(SHAPES.map(sourceOf).join('|'), 'g');
const MIDDLE = new RegExp(MIDDLES.map(({ source }) => source).join('|'), 'g');
/** Whether the latter may be there: tokens in parts, with a sign between them. */
export function isDotted(text: string): boolean {
  for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) {
    if (text[at + 7] === '.' || (at + 32 < text.length && /^[0-9a-f]{32}/.test(text.slice(at + 1, at + 33))))
      return true;
  }
  return false;
}

/** A scheme of authorization before a token; a plain word is not a token, so that "Bearer authentication" stays readable. */
const SCHEME =
  /(?:[Bb]earer|BEARER|SSWS|DPoP)(?:\s+|%20|\+)((?=[A-Za-z._~+/=-]{0,512}[0-9])[A-Za-z0-9._~+/=-]{8,8192})|[Bb]asic\s+([A-Za-z0-9+/]{8,4096}={0,2})/g;
/** The user info of a URL. */
const USER_INFO = /:\/\/([^\s/?#@"'<>\\]{1,4096})@/g;

export function shapesIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: found, index } of text.matchAll(SHAPE)) {
    const shape = SHAPES.find(({ starts }) => starts.some((start) => found.startsWith(start)));
    if (shape?.slug && !isNoSlug(found)) continue;
    const start = shape?.after ? (shape.starts.find((one) => found.startsWith(one))?.length ?? 0) : 0;
    spans.push({ start: index + start, end: endOfToken(text, index + found.length, found.length) });
  }
  return spans;
}

/** A token that is longer than the pattern goes on. */
function endOfToken(text: string, at: number, length: number): number {
  if (length < MOST) return at;
  TOKEN.lastIndex = at;
  return at + (TOKEN.exec(text)?.[0].length ?? 0);
}

const TOKEN = /[\w.+/=-]*/y;

/** Whether something in it is not a word of a lower-case title: `sk-learn-intro-2024`. */
const isNoSlug = (text: string): boolean =>
  looksRandom(text) ||
  /[A-Z]/.test(text) ||
  text.split(/[-_]/).some((part) => part.length >= 16 || (/[a-z]\d|\d[a-z]/.test(part) && part.length >= 8));

export function middlesIn(text: string): SecretSpan[] {
  return [...text.matchAll(MIDDLE)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

export function schemesIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 0: found, 1: bearer, 2: basic, index } of text.matchAll(SCHEME)) {
    const secret = bearer ?? basic ?? '';
    const end = index + found.length;
    if (basic === undefined || isBasic(basic)) spans.push({ start: end - secret.length, end });
  }
  return spans;
}

/** Whether it is a user and a password, as `Basic` has them (RFC 7617). */
function isBasic(text: string): boolean {
  return text.replace(/=+$/, '').length % 4 !== 1 && atob(text).includes(':');
}

/** A user without a password is not secret, unless it is a key: `ssh://git@host` stays. */
export function userInfosIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { 1: info = '', index } of text.matchAll(USER_INFO)) {
    const [user = '', ...password] = info.split(':');
    const isSecret = password.length > 0 ? isSecretValue('always', password.join(':')) : looksRandom(user);
    if (isSecret) spans.push({ start: index + 3, end: index + 3 + info.length });
  }
  return spans;
}

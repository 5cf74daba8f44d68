/** A token that shows by itself. `starts` are literal; `rest` is what has to follow. */
export interface Shape {
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

/** The tokens that show what they are; docs/transcript.md lists them from here. */
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
    starts: ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glft-', 'glsoat-', 'gloas-'],
    rest: `${SLUG}{16,}`,
  },
  { of: 'Google API', starts: ['AIza'], rest: `${SLUG}{30,}` },
  { of: 'Google OAuth', starts: ['ya29.', 'GOCSPX-'], rest: '[A-Za-z0-9._-]{16,}' },
  { of: 'Google OAuth, refresh', starts: ['1//0'], rest: `${SLUG}{30,}` },
  { of: 'AWS', starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], rest: `[A-Z0-9]{16}(?!${WORD})` },
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
    of: 'Webhooks of Slack, Discord, Teams, Zapier',
    starts: [
      'hooks.slack.com/services/',
      'hooks.slack.com/workflows/',
      'discord.com/api/webhooks/',
      'discordapp.com/api/webhooks/',
      'webhook.office.com/webhookb2/',
      'hooks.zapier.com/hooks/catch/',
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
  { of: 'Mailgun', starts: ['key-'], rest: `[0-9a-f]{32}(?!${WORD})` },
  { of: 'Postman', starts: ['PMAK-'], rest: '[0-9a-f-]{24,}' },
  { of: 'New Relic', starts: ['NRAK-'], rest: `${WORD}{20,}` },
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
  { of: 'Age', starts: ['AGE-SECRET-KEY-1'], rest: '[A-Z0-9]{20,}' },
  { of: 'Facebook', starts: ['EAAC', 'EAAG', 'EAAB'], rest: `${WORD}{40,}` },
  { of: 'JSON Web Token', starts: ['eyJ'], rest: `${SLUG}{8,8192}\\.${SLUG}{8,8192}\\.${SLUG}*` },
];

/** Tokens without a start of their own, for which a character in the middle gives them away. */
export const MIDDLES: readonly { readonly of: string; readonly at: string; readonly source: string }[] = [
  { of: 'Telegram bot', at: ':AA', source: '(?<!\\d)\\d{8,10}:AA[\\w-]{32,}' },
  { of: 'Airtable', at: '', source: '(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\\.[0-9a-f]{32,}' },
  { of: 'Discord bot', at: '', source: '(?<![\\w-])[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}' },
];

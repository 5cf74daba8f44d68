import { shortestSecret } from '../session/secrets.ts';

/** Members of requests and answers that are secret and that no name or shape tells. */
const SECRETS = [
  ...['code', 'code_verifier', 'client_secret', 'client_assertion'],
  ...['access_token', 'refresh_token', 'id_token', 'registration_access_token'],
];

/** The secrets in a form, a query or JSON, to be learnt. One that is too short by itself comes with its name. */
export function secretsIn(body: string): string[] {
  return SECRETS.flatMap((name) =>
    valuesOf(body, name)
      .filter((value) => value !== '')
      .map((value) => (value.length < shortestSecret ? `${name}=${value}` : value)),
  );
}

function valuesOf(body: string, name: string): readonly string[] {
  if (!/^[\s\uFEFF]*\{/.test(body)) return new URLSearchParams(body).getAll(name);
  try {
    const value: unknown = (JSON.parse(body.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>)[
      name
    ];
    return [value]
      .flat()
      .flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
  } catch {
    return [];
  }
}

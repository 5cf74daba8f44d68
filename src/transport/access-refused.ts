import { emptyToken, readChallenge, schemesIn } from '../session/authorization.ts';
import { brief } from '../text/brief.ts';
import { cut } from '../text/cut.ts';
import type { HttpResponse } from './fetch.ts';

/**
 * What 401, 403 or 407 means for who asks, with the next step, in one sentence.
 *
 * @param answered the status, with what the body says
 */
export function accessRefused(response: HttpResponse, answered = response.statusLine): string {
  const { status, statusLine, denied } = response;
  const said = challengesIn(response);
  const told = said === '' ? answered : `${statusLine}; WWW-Authenticate: ${brief(said)}`;
  if (denied !== undefined) return `not authorized: ${denied} (the server answered ${statusLine})`;
  if (status === 407)
    return `the proxy requires authorization (${told}) — put user and password into the proxy URL`;
  if (status === 403) return `access is forbidden (${told}) — are the headers given with -H right?`;
  return response.authorization === undefined ? notGiven(said, told) : refused(response, said, told);
}

/** All that is said of how to be let in. */
export const challengesIn = ({ headers }: Pick<HttpResponse, 'headers'>): string =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === 'www-authenticate' ? [value] : [])).join(', ');

function notGiven(said: string, told: string): string {
  const schemes = schemesIn(said);
  const [first] = schemes;
  if (first === undefined || schemes.includes('bearer'))
    return `the server requires authorization (${told}) — give it: -H 'Authorization: Bearer …'`;
  return `the server requires authorization (${told}) — ${adviceFor(first)}`;
}

/** Says what was wrong with the header that was given, without what is secret in it. */
function refused({ authorization = '', authorizationIn }: HttpResponse, said: string, told: string): string {
  const empty = emptyToken(authorization);
  if (empty !== undefined) return `the server requires authorization (${told}), and ${empty}`;
  // Without a scheme it is the secret itself.
  const [, given = ''] = /^([A-Za-z]+) +\S/.exec(authorization) ?? [];
  const schemes = schemesIn(said);
  const [first] = schemes;
  const place = authorizationIn === undefined ? '' : ` ${authorizationIn}`;
  const what = `the server refused the Authorization header you gave${place}`;
  if (first !== undefined && !schemes.includes(given.toLowerCase()))
    return `${what}: ${given === '' ? 'it names no scheme' : `it says ${cut(given, 40)}`}, and the server wants ${schemes.map(nameOf).join(' or ')} (${told}) — ${adviceFor(first)}`;
  const { error, description } = readChallenge(said) ?? {};
  const why = [error, description].filter((part) => part !== undefined).join(': ');
  const next =
    given.toLowerCase() === 'basic' ? 'are user and password right?' : 'is the token right, and still valid?';
  return `${what}${why === '' ? '' : `: ${brief(why)}`} (${told}) — ${next}`;
}

function adviceFor(scheme: string): string {
  if (scheme === 'basic') return 'put USER:PASSWORD@ before the host in the URL';
  return `give it: -H 'Authorization: ${nameOf(scheme)} …'`;
}

/** As it is written. */
const nameOf = (scheme: string): string =>
  scheme === 'dpop' ? 'DPoP' : scheme.charAt(0).toUpperCase() + scheme.slice(1);

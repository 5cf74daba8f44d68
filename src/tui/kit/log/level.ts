import type { SessionState } from '../../../session/state.ts';

/**
 * Below which level the server sends no log messages, in a few words; nothing where it announced no logging.
 *
 * @param chosen what the person has chosen last, which in the modern era counts with the next request
 */
export function logLevelWords(
  { era, capabilities, logging }: Pick<SessionState, 'era' | 'capabilities' | 'logging'>,
  chosen: string | undefined,
): string {
  if (!('logging' in (capabilities.server ?? {}))) return '';
  const { level, refused } = logging;
  if (era !== 'modern') {
    const now = level ?? 'server default';
    return refused === undefined ? now : `${now} (another level was refused)`;
  }
  const now = level ?? 'none';
  return chosen === undefined || chosen === now ? now : `${chosen}, from the next request`;
}

import { stepsOf } from '../../json/path.ts';
import type { VerifyOptions } from '../../replay/verifiable.ts';
import { secretIn } from '../authorization.ts';
import { UsageError } from '../exit.ts';
import type { Job } from '../job.ts';
import { DEFAULTS } from '../open-server.ts';
import { pairGiven } from '../options.ts';

/** What is asked of `verify`; throws a UsageError for what cannot be meant. */
export function verifyOptions({ options, io }: Job): VerifyOptions {
  const { all, twice, level = 'values', ignore, only, timeout = DEFAULTS.timeout } = options;
  for (const pointer of ignore)
    if (stepsOf(pointer) === undefined)
      throw new UsageError(
        `--ignore: "${pointer}" is not a JSON pointer, such as /result/structuredContent/at`,
      );
  const secrets = new Map<string, string>();
  for (const text of options.secret) {
    const [pointer, source] = pairGiven('secret', 'POINTER=@env:NAME', text);
    if (stepsOf(pointer) === undefined || !/^\/params\//.test(pointer))
      throw new UsageError(`--secret: "${pointer}" is not a JSON pointer, such as /params/arguments/token`);
    if (!source.startsWith('@'))
      throw new UsageError(
        `--secret: others see what is on a command line; write ${pointer}=@env:NAME or ${pointer}=@FILE`,
      );
    secrets.set(pointer, secretIn(source, io, '--secret'));
  }
  return { all, twice, level, ignore, only, secrets, timeout, env: io.env, stop: io.stop };
}

import { errorSentence } from '../session/negotiation.ts';
import { subjectOf } from '../session/pending.ts';
import type { ListedTools } from './gate.ts';
import { whyNotSent } from './gate.ts';
import { createRunner, type Performed, type Runner, type SteppedServer } from './runner.ts';
import { whyRedacted, withSecrets } from './secrets.ts';
import { partsOf, type ScriptStep, type SendStep, type SingleStep } from './step.ts';
import type { Verifiable, VerifyAsked } from './verifiable.ts';
import type { AnswerDifference, VerifiedStep } from './verification.ts';

/** A step of a file with its line, from 1. */
export interface FileStep {
  readonly line: number;
  readonly step: ScriptStep;
}

/** Steps of a file as something to verify servers against: what each expects is judged, one after the other. */
export function verifiableSteps(file: readonly FileStep[], asked: VerifyAsked): Verifiable {
  const placed = file.map(({ line, step }, index) =>
    partsOf(step).map(
      (one, part): Placed => ({
        ...{ index, line, step: one },
        ...(step.kind === 'together' && { part }),
      }),
    ),
  );
  const calls = placed.flat().some(({ step }) => step.kind === 'send' && step.method === 'tools/call');
  return {
    lists: [],
    unreached: (why) => ({
      steps: placed
        .flat()
        .filter(isSent)
        .map((one) => failed(one, why)),
    }),
    async verify(server) {
      const run: Run = {
        ...{ asked, server },
        runner: createRunner(server, asked),
        tools: calls ? await toolsOf(server) : [],
      };
      const steps: VerifiedStep[] = [];
      for (const parts of placed) {
        const done = await Promise.all(parts.map((one) => verified(run, one)));
        steps.push(...done.flatMap((one) => one ?? []));
      }
      return { steps };
    },
  };
}

/** A step where it stands in its file. */
interface Placed<Step extends SingleStep = SingleStep> {
  readonly index: number;
  readonly part?: number;
  readonly line: number;
  readonly step: Step;
}

const isSent = (placed: Placed): placed is Placed<SendStep> => placed.step.kind === 'send';

/** What steps are sent with. */
interface Run {
  readonly asked: VerifyAsked;
  readonly server: SteppedServer;
  readonly runner: Runner;
  readonly tools: ListedTools | undefined;
}

async function toolsOf({ connection }: SteppedServer): Promise<ListedTools | undefined> {
  const listed = await connection.list('tools', { by: 'auto' });
  return listed.kind === 'items' ? listed.items : undefined;
}

/** What became of a step; nothing for a pause. */
async function verified(run: Run, placed: Placed): Promise<VerifiedStep | undefined> {
  const { asked, server, runner, tools } = run;
  const gone = whyGone(run);
  if (!isSent(placed)) {
    if (gone === undefined) await runner.perform(placed.step);
    return undefined;
  }
  if (gone !== undefined) return failed(placed, gone);
  const { step } = placed;
  const why = asked.all ? undefined : whyNotSent(step.method, subjectIn(step), tools);
  if (why !== undefined) return { ...headOf(placed), status: 'skipped', why };
  const restored = withSecrets(step.params ?? '{}', asked.secrets);
  if ('missing' in restored) return failed(placed, whyRedacted(restored.missing));
  const sent = step.params === undefined ? step : { ...step, params: restored.params };
  return judged(placed, await runner.perform(sent), server);
}

/** Why nothing can be sent any more. */
function whyGone({ server: { host }, asked }: Run): string | undefined {
  if (asked.stop.aborted) return 'not sent: interrupted';
  const { phase, why } = host.store.state();
  return phase === 'ready' ? undefined : `not sent: ${why.join('; ') || 'the connection is gone'}`;
}

function judged(placed: Placed<SendStep>, performed: Performed, { host }: SteppedServer): VerifiedStep {
  const { outcome, ms, passed, why, differences } = performed;
  const head = { ...headOf(placed), ms };
  if (passed) return { ...head, status: 'same' };
  if (performed.isSkipped) return { ...head, status: 'skipped', ...(why !== undefined && { why }) };
  if (differences.length > 0) return { ...head, status: 'different', differences };
  if (outcome?.kind === 'error') {
    const wanted = 'a result';
    const errors: readonly AnswerDifference[] = [
      { pointer: '/error', kind: 'status', wanted, is: outcome.error },
    ];
    return {
      ...head,
      status: 'different',
      why: host.mask(errorSentence(outcome.error)),
      differences: errors,
    };
  }
  if (outcome?.kind !== 'result') return { ...head, status: 'error', why: outcome?.why ?? 'not sent' };
  return {
    ...head,
    status: 'different',
    differences: [{ pointer: '/result/isError', kind: 'value', wanted: 'no error', is: true }],
  };
}

const failed = (placed: Placed<SendStep>, why: string): VerifiedStep => ({
  ...headOf(placed),
  status: 'error',
  why,
});

function headOf({ index, part, line, step }: Placed<SendStep>) {
  return {
    ...{ index, ...(part === undefined ? {} : { part }), line },
    ...{ method: step.method, subject: subjectIn(step) },
    ...{ ms: 0, differences: [], noise: [], kinds: [] },
  };
}

const subjectIn = ({ params }: SendStep): string =>
  params === undefined ? '' : subjectOf(JSON.parse(params));

import { describe, expect, it } from 'vitest';
import { type RecordedQuestion, recordedAnswers } from '../../src/replay/questions.ts';

const question = (method: string, text: string, isRedacted: boolean): RecordedQuestion => ({
  ...{ method, params: '{}', isRedacted, from: 0, to: 0 },
  answer: { result: { text } },
});

const MASKED = question('elicitation/create', '[redacted]', true);
const ROOTS = question('roots/list', '[redacted]', true);
const REFUSED = { error: { code: -1, message: 'The recorded answer is redacted' } };

describe('an answer that was redacted', () => {
  it.each<[source: string, all: RecordedQuestion[], loose: RecordedQuestion[], own: RecordedQuestion[]]>([
    ['of the call', [MASKED], [], [MASKED]],
    ['given while no call was made', [MASKED], [MASKED], []],
    ['of what a server asks whenever it likes', [ROOTS], [], []],
  ])('%s is not sent, and the call that is made says so', (_, all, loose, own) => {
    const method = all[0]?.method ?? '';
    const answers = recordedAnswers(all, loose, 'values');
    const call = answers.begin(own);
    expect(answers.answer(method, {})).toEqual(REFUSED);
    expect(call.differences).toEqual([
      {
        pointer: `/asked/${method.replace('/', '~1')}`,
        kind: 'missing',
        wanted: `an answer, but the answer to ${method} is redacted, and that is never sent: record it again with --no-redact`,
      },
    ]);
  });

  it('is told of by the call after it where none is made', () => {
    const answers = recordedAnswers([ROOTS], [], 'values');
    expect(answers.answer('roots/list', {})).toEqual(REFUSED);
    expect(answers.begin([]).differences).toHaveLength(1);
    expect(answers.begin([]).differences).toEqual([]);
  });

  it('is sent where nothing was', () => {
    const answers = recordedAnswers([question('roots/list', 'x', false)], [], 'values');
    expect(answers.answer('roots/list', {})).toEqual({ result: { text: 'x' } });
  });
});

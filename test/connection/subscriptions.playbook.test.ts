import { describe, expect, it } from 'vitest';
import type { ConnectionEvent, Effect } from '../../src/connection/event.ts';
import { initialState } from '../../src/session/reduce.ts';
import type { SessionState, Task } from '../../src/session/state.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { answered, brief, line, notification, playbook, requestCommand, timer } from '../support/playbook.ts';

/** A playbook whose timers run, and whose requests are answered by `answer` some ms after they were sent. */
function played(
  session: Partial<SessionState>,
  answer: (id: number, method: string, happen: (event: ConnectionEvent) => void) => void,
) {
  const clock = fakeClock();
  const { happen, at } = playbook({ timeout: 0, maxTimeout: 0 }, session);
  const timers = new Map<string, () => void>();
  const sent: { readonly at: number; readonly method: string }[] = [];
  const told: string[] = [];
  const carryOut = (effect: Effect): void => {
    if (effect.type === 'life') told.push(effect.entry.detail ?? '');
    if (effect.type === 'start timer' || effect.type === 'stop timer') {
      const name = JSON.stringify(effect.timer);
      timers.get(name)?.();
      if (effect.type === 'start timer')
        timers.set(
          name,
          clock.later(effect.ms, () => run({ type: 'timer', timer: effect.timer })),
        );
    }
    if (effect.type !== 'send' || effect.request === undefined) return;
    const { method } = effect.message as { readonly method: string };
    sent.push({ at: clock.now(), method });
    answer(effect.request, method, run);
  };
  const run = (event: ConnectionEvent): void => {
    at(clock.now());
    for (const effect of happen(event)) carryOut(effect);
  };
  return { clock, run, sent, told };
}

const updated = (uri: string) => notification('notifications/resources/updated', { uri });
const RECORDED = initialState({ transport: 'recorded', path: 'a', of: 'b' });

describe('a resource that is subscribed to', () => {
  const read = (id: number) => answered(id, 'resources/read', { result: {} });
  const subscribe = (uri: string): ConnectionEvent => ({ type: 'subscribe', ticket: 1, uri });
  function following(...uris: string[]) {
    const { happen } = playbook({ timeout: 0, maxTimeout: 0 });
    let id = 0;
    for (const uri of uris) {
      happen(subscribe(uri));
      id += 1;
      happen(answered(id, 'resources/subscribe', { result: {} }));
      id += 1;
      happen(read(id));
    }
    return happen;
  }

  it('is read when the server agrees, and not when it refuses', () => {
    const { happen } = playbook({ timeout: 0, maxTimeout: 0 });
    expect(brief(happen(subscribe('a')))).toEqual(['send 1 resources/subscribe']);
    expect(brief(happen(answered(1, 'resources/subscribe', { result: {} })))).toEqual([
      'resolve 1 undefined',
      'send 2 resources/read',
    ]);
    expect(brief(happen(subscribe('b')))).toEqual(['send 3 resources/subscribe']);
    const no = { error: { code: -1, message: 'no' } };
    expect(brief(happen(answered(3, 'resources/subscribe', no)))).toEqual(['resolve 1 -1 no']);
    expect(brief(happen(updated('b')))).toEqual([]);
  });

  it('is read once more for what changed while it was read, however often', () => {
    const happen = following('a');
    expect(brief(happen(updated('a')))).toEqual(['send 3 resources/read']);
    for (let times = 0; times < 50; times += 1) expect(brief(happen(updated('a')))).toEqual([]);
    expect(brief(happen(read(3)))).toEqual(['send 4 resources/read']);
    expect(brief(happen(read(4)))).toEqual([]);
  });

  it('is one of two that are read at a time', () => {
    const happen = following('a', 'b', 'c');
    expect(brief(happen(updated('a')))).toEqual(['send 7 resources/read']);
    expect(brief(happen(updated('b')))).toEqual(['send 8 resources/read']);
    expect(brief(happen(updated('c')))).toEqual([]);
    expect(brief(happen(read(8)))).toEqual(['send 9 resources/read']);
  });

  /** What is read within five minutes, each time answered after 10 ms, with news so many ms later. */
  async function loop(newsAfter: number) {
    const { clock, run, sent, told } = played({}, (id, method, happen) => {
      const isRead = method === 'resources/read';
      if (isRead && newsAfter === 0) clock.later(0, () => happen(updated('a')));
      clock.later(10, () => happen(answered(id, method, { result: {} })));
      if (isRead && newsAfter > 0) clock.later(10 + newsAfter, () => happen(updated('a')));
    });
    run(subscribe('a'));
    await clock.pass(300_000);
    return { reads: sent.filter(({ method }) => method === 'resources/read'), told };
  }

  it.each([
    ['before its answer', 0],
    ['after its answer', 3],
    ['some time after its answer', 400],
  ])('is read at longer and longer intervals when it changes %s each time', async (_, newsAfter) => {
    const { reads, told } = await loop(newsAfter);
    expect(reads.length).toBeGreaterThan(30);
    expect(reads.length).toBeLessThan(45);
    expect(300_000 - (reads.at(-1)?.at ?? 0)).toBeLessThan(11_000);
    expect(told).toEqual([
      expect.stringMatching(
        /^the server announces a change of a whenever it is read: 4 times in \d.*s, from now on at most one every 10 s$/,
      ),
    ]);
  });

  it('is read at once where the news come by themselves', async () => {
    const { reads, told } = await loop(2_000);
    expect(reads.length).toBeGreaterThan(140);
    expect(told).toEqual([]);
  });
});

describe('a stream of the modern era', () => {
  const listen = (id: number, result: object) =>
    answered(id, 'subscriptions/listen', result as { result: unknown });
  const acknowledged = (uris: readonly string[]) =>
    notification('notifications/subscriptions/acknowledged', {
      _meta: { 'io.modelcontextprotocol/subscriptionId': 1 },
      notifications: { resourceSubscriptions: uris },
    });
  function opened() {
    const book = playbook({}, { era: 'modern' });
    expect(brief(book.happen({ type: 'subscribe', ticket: 3, uri: 'a' }))).toEqual([
      'send 1 subscriptions/listen',
      'agreement a in 10000',
    ]);
    return book;
  }

  it.each<readonly [string, ConnectionEvent, readonly string[]]>([
    ['agrees', acknowledged(['a']), ['resolve 3 undefined', 'send 2 resources/read', 'call 2 in 1000']],
    [
      'leaves it out',
      acknowledged([]),
      [
        'resolve 3 the server does not accept this subscription',
        'life cancel: subscriptions/listen was cancelled: no longer wanted',
        'give up 1: no longer wanted',
      ],
    ],
    ['keeps silent', timer('agreement', 'a'), ['resolve 3 the server has not confirmed yet']],
    ['refuses', listen(1, { error: { code: -1, message: 'no' } }), ['resolve 3 -1 no']],
  ])('is told of when the server %s', (_, event, effects) => {
    expect(brief(opened().happen(event))).toEqual(effects);
  });

  it('is asked for again when the server ends it, longer each time, five times', () => {
    const { happen } = opened();
    for (const [times, ms] of [1_000, 2_000, 4_000, 8_000, 16_000].entries()) {
      expect(brief(happen(listen(times + 1, { result: {} })))).toEqual([`stream a in ${ms}`]);
      expect(brief(happen(timer('stream', 'a')))).toEqual([`send ${times + 2} subscriptions/listen`]);
    }
    expect(brief(happen(listen(6, { result: {} })))).toEqual(['resolve 3 the server ended it']);
  });
});

describe('a call that runs as a task', () => {
  const task = (status: string, more: Partial<Task> = {}): Task => ({
    ...{ id: 't', status, interval: 500, seq: 200, last: 200, since: 0, at: 0, subject: 'one', call: 101 },
    ...more,
  });
  const CALL = requestCommand('tools/call', { name: 'one' }, { timeout: 0 });
  const created = (id: number, result: object) => answered(id, 'tools/call', { result });
  const announced = { tasks: { cancel: {}, requests: { tools: { call: {} } } } };

  it('is asked for until it is over, and ends with its result (2025-11-25)', () => {
    const { happen, know } = playbook({ maxTimeout: 0 }, { era: 'legacy', tasks: [task('working')] });
    happen(CALL);
    expect(brief(happen(created(1, { task: { taskId: 't', status: 'working' } })))).toEqual([
      'task t in 500',
    ]);
    expect(brief(happen(timer('task', 't')))).toEqual(['send 2 tasks/get', 'call 2 in 1000']);
    know({ tasks: [task('completed')] });
    expect(brief(happen(answered(2, 'tasks/get', { result: { taskId: 't', status: 'completed' } })))).toEqual(
      ['send 3 tasks/result', 'call 3 in 1000'],
    );
    expect(brief(happen(answered(3, 'tasks/result', { result: { content: [] } })))).toEqual([
      'resolve 1 result',
    ]);
  });

  it('is left, and the server is told where it can be', () => {
    const session = {
      era: 'legacy',
      tasks: [task('working')],
      capabilities: { client: {}, server: announced },
    } as const;
    const { happen } = playbook({ maxTimeout: 0 }, session);
    happen(CALL);
    happen(created(1, { task: { taskId: 't', status: 'working' } }));
    expect(brief(happen({ type: 'cancel', key: 1, reason: 'too slow' }))).toEqual([
      'life cancel: tools/call one was cancelled: too slow',
      'send 2 tasks/cancel',
      'call 2 in 1000',
      'resolve 1 cancelled: tools/call one was cancelled: too slow',
    ]);
  });

  it('takes inputs, and has its result in it (2026-07-28)', () => {
    const { happen } = playbook({ maxTimeout: 0 }, { era: 'modern', tasks: [task('working')] });
    happen(CALL);
    happen(created(1, { resultType: 'task', taskId: 't', status: 'working' }));
    happen(timer('task', 't'));
    const inputRequests = { one: { method: 'elicitation/create', params: {} } };
    const asking = { taskId: 't', status: 'input_required', inputRequests };
    const effects = happen(answered(2, 'tasks/get', { result: asking }, 300));
    expect(brief(effects)).toEqual(['rule elicitation/create', 'task t in 500']);
    const [rule] = effects.flatMap((one) => (one.type === 'rule' ? [one.question] : []));
    happen({ type: 'ruled', question: rule!, answer: undefined });
    const given = happen({ type: 'answer', seq: 300, key: 'one', answer: { result: 1 } });
    expect(given.find(({ type }) => type === 'send')).toMatchObject({
      message: { method: 'tasks/update', params: { inputResponses: { one: 1 } } },
    });
    expect(brief(happen(answered(3, 'tasks/update', { result: {} })))).toContain('send 4 tasks/get');
    const over = { taskId: 't', status: 'completed', result: { content: [] } };
    expect(brief(happen(answered(4, 'tasks/get', { result: over })))).toEqual(['resolve 1 result']);
  });

  it('is asked for at longer intervals when the server announces another status each time', async () => {
    const tasks = [task('working', { interval: 60_000 })];
    const told = { task: { id: 't', status: 'input_required' } };
    const announce = line(
      { kind: 'notification', method: 'notifications/tasks/status', params: {} },
      { taskUpdate: { reports: [told] } },
    );
    const {
      clock,
      run,
      sent,
      told: lives,
    } = played({ ...RECORDED, era: 'modern', tasks }, (id, method, happen) => {
      if (method === 'tools/call')
        happen(created(id, { resultType: 'task', taskId: 't', status: 'working' }));
      if (method !== 'tasks/get') return;
      happen(answered(id, method, { result: { taskId: 't', status: 'working' } }));
      clock.later(5, () => happen(announce));
    });
    run(CALL);
    await clock.pass(300_000);
    const gets = sent.filter(({ method }) => method === 'tasks/get');
    expect(gets.length).toBeGreaterThan(30);
    expect(gets.length).toBeLessThan(50);
    expect(lives).toEqual([
      expect.stringMatching(
        /^the server announces a change of the task of tools\/call one whenever tasks\/get is sent: 4 times in /,
      ),
    ]);
  });
});

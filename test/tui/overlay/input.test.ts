import { describe, expect, it } from 'vitest';
import { waitingIn } from '../../../src/session/inbox.ts';
import { asking, ended } from '../../support/asking.ts';
import { sentBy } from '../../support/served.ts';

describe('input that a result asks for', () => {
  it('goes on when all of it is given, with the state as it was sent', async () => {
    const one = await asking({ modern: true });
    const call = one.call('compose');
    await one.waiting(1);
    one.press('6', 'enter');
    one.type('Ada');
    one.press('ctrl+s');
    await one.waiting(2);
    one.press('enter');
    one.type('Tea is rain that waited.');
    one.press('ctrl+s');
    expect(one.ui.get().status?.text).toBe('answered; still missing: mood');
    expect(waitingIn(one.host.store.state()).length).toBe(2);
    // The next one that waits is selected.
    one.press('enter');
    one.type('calm');
    one.press('ctrl+s');
    expect(await ended(call)).toEqual({
      who: { action: 'accept', content: { name: 'Ada' } },
      poem: {
        role: 'assistant',
        content: { type: 'text', text: 'Tea is rain that waited.' },
        model: 'answered-by-hand',
        stopReason: 'endTurn',
      },
      mood: { action: 'accept', content: { mood: 'calm' } },
    });
    expect(sentBy(one.host, String.raw`"requestState":"round-\u0032 \/ caf\u00e9"`).length).toBe(1);
  });

  it('can be changed as long as others are missing', async () => {
    const one = await asking({ modern: true });
    const call = one.call('compose');
    await one.waiting(1);
    one.press('6', 'd');
    await one.waiting(2);
    one.press('enter');
    one.type('Rain');
    one.press('ctrl+s', 'up');
    expect(one.ui.get().status?.text).toBe('answered; still missing: mood');
    one.press('d');
    expect(one.ui.get().status?.text).toBe('Answered; waiting for the other inputs. e changes it.');
    one.press('e');
    one.type('y days');
    one.press('ctrl+s', 'd');
    expect(await ended(call)).toMatchObject({
      who: { action: 'decline' },
      poem: { content: { type: 'text', text: 'Rainy days' } },
      mood: { action: 'decline' },
    });
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])('goes on with the %s of two calls that are alike when that is answered', async (_, at) => {
    const one = await asking({ modern: true });
    const calls = [one.call('compose'), one.call('compose')];
    await one.waiting(2);
    one.press('6', ...(at === 0 ? [] : ['down']), 'd');
    await one.waiting(3);
    const waits = waitingIn(one.host.store.state());
    expect(waits.map(({ key }) => key)).toEqual(['who', 'poem', 'mood']);
    expect(waits[0]?.for).toBe(calls[1 - at]?.seq);
    // The other one is still there to be answered.
    one.press('home', 'd');
    await one.waiting(4);
    expect(sentBy(one.host, 'inputResponses').length).toBe(2);
  });

  it('can be left, and then nothing of it is sent', async () => {
    const one = await asking({ modern: true });
    const call = one.call('compose');
    await one.waiting(1);
    one.press('6', 'd');
    await one.waiting(2);
    one.press('e');
    expect(one.ui.get().status?.text).toBe('There is no response to change here.');
    one.press('x');
    expect(await call.done).toEqual({ kind: 'cancelled', why: 'not continued: stopped by you' });
    await one.waiting(0);
    expect(one.host.store.state().running).toEqual([]);
    expect(sentBy(one.host, 'inputResponses').length).toBe(1);
    expect(sentBy(one.host, 'notifications/cancelled')).toEqual([]);
  });

  it('is not left where the server asks on its own', async () => {
    const one = await asking();
    const call = one.call('form');
    await one.waiting(1);
    one.press('6', 'x');
    expect(one.ui.get().status?.text).toBe('This request does not belong to a call: press c to cancel it.');
    one.press('c');
    expect(await ended(call)).toEqual({ action: 'cancel' });
  });

  it('goes beyond the limit of rounds when the person lets it', async () => {
    const one = await asking({ modern: true, rounds: 1 });
    const call = one.call('compose');
    await one.waiting(1);
    one.press('6', 'd');
    await one.waiting(2);
    one.press('enter');
    one.type('Rain');
    one.press('ctrl+s', 'd');
    const [running] = one.host.store.state().running;
    const waiting = one.host.connection.call(running?.seq ?? 0);
    expect(running).toMatchObject({ rounds: 1, subject: 'compose' });
    expect(waiting?.isAtLimit?.()).toBe(true);
    expect(one.ui.get().status?.text).toBe(
      'The server reached the limit of input rounds: on the call, + continues and x stops.',
    );
    waiting?.extend(60_000);
    expect(waiting?.isAtLimit?.()).toBe(false);
    expect(await ended(call)).toMatchObject({ mood: { action: 'decline' } });
  });

  it('is given up at the limit of rounds where nobody can let it go on', async () => {
    const one = await asking({ modern: true, rounds: 1, patient: false });
    const call = one.call('compose');
    await one.waiting(1);
    one.press('6', 'd');
    expect(await call.done).toEqual({
      kind: 'cancelled',
      why: 'not continued: the server asked for input 2 times',
    });
  });

  it('is not gone on with when a model’s answer is refused', async () => {
    const one = await asking({ modern: true });
    const call = one.call('compose');
    await one.waiting(1);
    one.press('6', 'd');
    await one.waiting(2);
    one.press('c');
    expect(one.ui.get().status?.text).toBe('Sampling can be answered or refused: press d to refuse.');
    one.press('d');
    expect(await call.done).toEqual({
      kind: 'cancelled',
      why: 'not continued: sampling refused',
    });
    await one.waiting(0);
    expect(sentBy(one.host, 'requestState').length).toBe(1);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#kit/errors.ts';
import { createLog } from '#platform/log.ts';
import type { LanguageModel, ModelFailure } from '#providers/language-model/port.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';

// R5
describe('a model that does not answer visitors', () => {
  let at: number;
  let calls: number;
  let fails: ModelFailure | 'gave up' | undefined;
  let held: Promise<void> | undefined;
  let rested: LanguageModel;

  beforeEach(() => {
    [at, calls, fails, held] = [0, 0, undefined, undefined];
    const model: LanguageModel = {
      label: 'm',
      embed: undefined,
      generateObject: () => Promise.reject(new Error('not asked')),
      async *streamText() {
        calls += 1;
        await held;
        if (fails === 'gave up') throw new DOMException('stopped', 'AbortError');
        if (fails) throw new AppError('unavailable', 'no', { reason: fails });
        yield 'said';
      },
    };
    rested = withCircuitBreaker(model, { log: createLog('silent'), now: () => at });
  });

  const ask = async (): Promise<string> => {
    try {
      let text = '';
      for await (const piece of rested.streamText({ system: '', messages: [] })) text += piece;
      return text;
    } catch (error) {
      return error instanceof AppError ? (error.reason ?? '') : 'gave up';
    }
  };

  it.each<ModelFailure | 'gave up'>([
    'silent',
    'busy',
    'down',
    'unreachable',
    'key',
    'model',
    'address',
    'credit',
    'gave up',
  ])('is not asked for half a minute after two in a row: %s', async (failure) => {
    fails = failure;
    await ask();
    await ask();
    expect(await ask()).toBe(failure === 'gave up' ? 'silent' : failure);
    expect(calls).toBe(2);
    at += 29_000;
    await ask();
    expect(calls).toBe(2);
  });

  it('is tried by one turn after its rest, while the others do not wait, and is back when it answers', async () => {
    fails = 'silent';
    await ask();
    await ask();
    at += 31_000;
    fails = undefined;
    const [tried, other] = await Promise.all([ask(), ask()]);
    expect([tried, other]).toEqual(['said', 'silent']);
    expect(await ask()).toBe('said');
    expect(calls).toBe(4);
  });

  it('rests longer each time, up to five minutes', async () => {
    fails = 'down';
    await ask();
    await ask();
    const pauses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      const [from, before] = [at, calls];
      while (calls === before && at < from + 600_000) {
        at += 10_000;
        await ask();
      }
      pauses.push((at - from) / 1_000);
    }
    expect(pauses).toEqual([30, 60, 120, 240, 300, 300]);
  });

  it('rests for half a minute, however many asked at once when it began to fail', async () => {
    fails = 'silent';
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    held = promise;
    const late = ask();
    held = undefined;
    await Promise.all(Array.from({ length: 6 }, ask));
    expect(calls).toBe(7);
    at += 20_000;
    // Begun before the rest: it makes it no longer.
    letGo();
    await late;
    at += 11_000;
    fails = undefined;
    expect(await ask()).toBe('said');
  });

  it('goes on being asked after one failure, or where only the question was refused', async () => {
    fails = 'silent';
    await ask();
    fails = undefined;
    await ask();
    fails = 'silent';
    await ask();
    for (const failure of ['filtered', 'refused', 'malformed', 'empty', 'cut_off'] as const) {
      fails = failure;
      await ask();
      await ask();
    }
    expect(calls).toBe(13);
  });
});

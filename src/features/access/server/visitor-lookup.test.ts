import { expect, it } from 'vitest';
import type { Visitor } from '#platform/admission.ts';
import { coalesceLookups } from './visitor-lookup.ts';

const MINE = { grantHash: 'grant', sessionHash: 'session' };
const GRANTED: Visitor = { isGranted: true, user: null };
const GONE: Visitor = { isGranted: false, user: null };

/** A database that answers when it is told to, with what is true at that moment. */
function slowDatabase() {
  const open: { hashes: unknown; answer: (visitor: Visitor) => void; fail: (error: Error) => void }[] = [];
  const ask = coalesceLookups(
    (hashes) => new Promise((answer, fail) => void open.push({ hashes, answer, fail })),
  );
  return { open, ask };
}

it('asks once for the calls that come while a question is under way, and only when they are all there', async () => {
  const { open, ask } = slowDatabase();
  const first = ask(MINE);
  const others = [ask(MINE), ask(MINE), ask(MINE)];
  expect(open).toHaveLength(1);
  open[0]?.answer(GRANTED);
  expect(await first).toEqual(GRANTED);
  // Between the two the grant has ended: none of those that came later is let in by the answer of before.
  await expect.poll(() => open.length).toBe(2);
  open[1]?.answer(GONE);
  expect(await Promise.all(others)).toEqual([GONE, GONE, GONE]);
});

it('answers a call that comes when a question has been asked by the one after it', async () => {
  const { open, ask } = slowDatabase();
  const calls = [ask(MINE), ask(MINE)];
  open[0]?.answer(GRANTED);
  await expect.poll(() => open.length).toBe(2);
  const late = ask(MINE);
  open[1]?.answer(GRANTED);
  await Promise.all(calls);
  await expect.poll(() => open.length).toBe(3);
  open[2]?.answer(GONE);
  expect(await late).toEqual(GONE);
});

it('asks anew after an answer, after a failure, and for each browser by itself', async () => {
  const { open, ask } = slowDatabase();
  const failed = ask(MINE);
  const waits = ask(MINE);
  const another = ask({ ...MINE, sessionHash: 'another' });
  expect(open.map(({ hashes }) => hashes)).toEqual([MINE, { ...MINE, sessionHash: 'another' }]);
  open[0]?.fail(new Error('the database does not answer'));
  await expect(failed).rejects.toThrow('does not answer');
  await expect.poll(() => open.length).toBe(3);
  open[1]?.answer(GONE);
  open[2]?.answer(GRANTED);
  expect([await waits, await another]).toEqual([GRANTED, GONE]);
  const later = ask(MINE);
  expect(open).toHaveLength(4);
  open[3]?.answer(GRANTED);
  expect(await later).toEqual(GRANTED);
});

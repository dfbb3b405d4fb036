import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, callStream } from '#ui/calls/call-api.ts';
import { errorText } from '#ui/error-words.ts';
import { generateContent, refineContent, WritingEvent } from '../contract-sessions.ts';
import { reloadContent } from './api.ts';

type Generation = z.input<typeof generateContent.body>;
type Refinement = z.input<typeof refineContent.body>;

type Written = Pick<Done, 'content' | 'explanation' | 'reason'>;
type Done = Extract<WritingEvent, { type: 'done' }>;

/** Why nothing was written, and whether somebody else was quicker. */
export type WritingFailure = { message: string; isConflict: boolean };

type Outcome =
  | { state: 'done'; written: Written }
  | { state: 'failed'; failure: WritingFailure }
  | { state: 'stopped' };

/** Lets content be written, showing the words as they come. One at a time; leaving the page ends it. */
export function useWriting() {
  const client = useQueryClient();
  /** What has come so far; undefined while nothing is being written. */
  const [text, setText] = useState<string>();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function run(
    start: (options: {
      signal: AbortSignal;
      onEvent: (event: unknown) => void;
    }) => Promise<Whole | undefined>,
  ): Promise<Outcome> {
    const own = new AbortController();
    controller.current = own;
    setText('');
    let outcome: Outcome = {
      state: 'failed',
      failure: { message: 'The answer broke off. Try again.', isConflict: false },
    };
    const onEvent = (data: unknown): void => {
      const event = WritingEvent.parse(data);
      if (event.type === 'piece') setText((before) => (before ?? '') + event.text);
      else if (event.type === 'done') outcome = { state: 'done', written: event };
      else
        outcome = {
          state: 'failed',
          failure: { message: event.message, isConflict: event.code === 'conflict' },
        };
    };
    try {
      const whole = await start({ signal: own.signal, onEvent });
      if (whole !== undefined)
        outcome = { state: 'done', written: { explanation: '', reason: null, ...whole } };
      // What has just been stored is there before the stream's words go.
      if (outcome.state === 'done') await reloadContent(client);
    } catch (error) {
      if (own.signal.aborted) outcome = { state: 'stopped' };
      else {
        const isConflict = error instanceof ApiError && error.status === 409;
        outcome = { state: 'failed', failure: { message: errorText(error), isConflict } };
      }
    } finally {
      setText(undefined);
    }
    // Somebody else was quicker: what they made is shown beside what is written here.
    if (outcome.state === 'failed' && outcome.failure.isConflict) await reloadContent(client);
    return outcome;
  }

  return {
    text,
    isWriting: text !== undefined,
    generate: (body: Generation) => run((options) => callStream(generateContent, { body }, options)),
    refine: (body: Refinement) => run((options) => callStream(refineContent, { body }, options)),
    stop: () => controller.current?.abort(),
  };
}
export type WritingDesk = ReturnType<typeof useWriting>;

/** The answer where it did not come as a stream. */
type Whole = { content: string; explanation?: string; reason?: Written['reason'] };

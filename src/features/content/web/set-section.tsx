import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { callApi } from '#ui/calls/call-api.ts';
import { pagedSource } from '#ui/calls/paged-source.ts';
import { errorText } from '#ui/error-words.ts';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type ContentSession, type ContentSessionDetail, generateContent } from '../contract-sessions.ts';
import { TYPE_LABELS } from '../rules.ts';
import { reloadContent, sessionsQuery, useCreateSet } from './api.ts';

type SetSectionProps = { session: ContentSessionDetail; canChange: boolean; onOpen: (id: string) => void };

/** The same brief for the other channels, each a session of its own. */
export function SetSection({ session, canChange, onOpen }: SetSectionProps) {
  const client = useQueryClient();
  const createSet = useCreateSet();
  const sessions = useInfiniteQuery({ ...sessionsQuery(), enabled: session.setId !== null });
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const first = session.versions[0];
  if (!first || (session.setId === null && !canChange)) return null;
  const others = pagedSource(sessions).rows.filter(
    (one) => one.setId === session.setId && one.id !== session.id,
  );

  async function writeAll(list: readonly ContentSession[]) {
    const waiting = list.filter(({ currentVersion }) => currentVersion === 0);
    setProgress({ done: 0, of: waiting.length });
    try {
      for (const [index, one] of waiting.entries()) {
        // One after the other, so that the count is true and a slow model is not asked six times at once.
        await callApi(generateContent, {
          body: {
            sessionId: one.id,
            prompt: first?.request || 'Write this for the channel.',
            targetAudience: session.targetAudience,
            tone: session.tone,
            baseVersion: 0,
          },
        });
        setProgress({ done: index + 1, of: waiting.length });
      }
      toast({ title: 'The set is written', description: 'One brief, all channels.' });
    } catch (error) {
      toast({ title: 'The set is not complete', description: errorText(error), variant: 'destructive' });
    } finally {
      setProgress(null);
      await reloadContent(client);
    }
  }

  if (session.setId === null) {
    return (
      <Button
        size="row"
        icon={Layers}
        isPending={createSet.isPending}
        onClick={() =>
          createSet.mutate(session.id, {
            onSuccess: (made) => void writeAll(made),
            onError: tellFailure('Error'),
          })
        }
      >
        Make the set for all channels
      </Button>
    );
  }
  const isMissing = others.some(({ currentVersion }) => currentVersion === 0);
  return (
    <div className="rounded-panel border border-line-2 px-3 py-2">
      <p role="status" className="text-small font-medium">
        {progress ? `Writing the set: ${progress.done} of ${progress.of}` : 'The set of this brief'}
      </p>
      <ul className="mt-1">
        {others.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="link py-0.5 text-left text-small pointer-coarse:min-h-11"
              onClick={() => onOpen(one.id)}
            >
              {TYPE_LABELS[one.contentType]}
            </button>{' '}
            <span className="text-small text-ink-3">
              {one.currentVersion === 0 ? 'not written yet' : `version ${one.currentVersion}`}
            </span>
          </li>
        ))}
      </ul>
      {isMissing && !progress && canChange && (
        <Button size="row" className="mt-1.5" onClick={() => void writeAll(others)}>
          Write the missing ones
        </Button>
      )}
    </div>
  );
}

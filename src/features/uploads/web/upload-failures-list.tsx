import { useEffect, useState } from 'react';
import { z } from 'zod';
import { ErrorBody } from '#kit/errors.ts';
import { jsonOf } from '#kit/text.ts';
import type { Uploader } from './uploader.ts';

export type UploadFailure = { id: string; name: string; reason: string };
type UploadFailuresListProps = {
  uppy: Uploader;
  /** Files that the server has read and will not take. */
  refused: readonly UploadFailure[];
};

/** Why files were not taken, in the server's words: the widget itself hides them behind a question mark. */
export function UploadFailuresList({ uppy, refused }: UploadFailuresListProps) {
  const [failures, setFailures] = useState<readonly UploadFailure[]>([]);
  useEffect(() => {
    const forget = (id: string | undefined): void =>
      setFailures((known) => known.filter((failure) => failure.id !== id));
    const failed = (file: { id: string; name: string } | undefined, error: unknown): void => {
      if (!file) return;
      forget(file.id);
      const failure = { id: file.id, name: file.name, reason: reasonOf(error) };
      setFailures((known) => [...known, failure]);
    };
    const tried = (file: { id: string } | undefined): void => forget(file?.id);
    const allTried = (): void => setFailures([]);
    uppy.on('upload-error', failed);
    uppy.on('upload-retry', tried);
    uppy.on('retry-all', allTried);
    uppy.on('file-removed', tried);
    return () => {
      uppy.off('upload-error', failed);
      uppy.off('upload-retry', tried);
      uppy.off('retry-all', allTried);
      uppy.off('file-removed', tried);
    };
  }, [uppy]);
  const all = [...useNotTaken(uppy), ...refused, ...failures];
  return (
    <div role="alert">
      {all.length > 0 && (
        <ul className="mb-3 space-y-1 text-small text-red-ink">
          {all.map(({ id, name, reason }) => (
            <li key={`${id} ${reason}`} className="wrap-anywhere">
              <span className="font-medium">{name}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What of the last choice the widget did not take: it says so itself for five seconds, this stays until the next. */
function useNotTaken(uppy: Uploader): readonly UploadFailure[] {
  const [notTaken, setNotTaken] = useState<readonly UploadFailure[]>([]);
  useEffect(() => {
    // Of one choice all is told at once.
    let isSameChoice = false;
    const begin = (): void => {
      if (isSameChoice) return;
      isSameChoice = true;
      queueMicrotask(() => {
        isSameChoice = false;
      });
      setNotTaken([]);
    };
    const tell = (file: { id: string; name?: string } | undefined, error: Error): void => {
      begin();
      // What is empty is told of in our words.
      if ('isUserFacing' in error && error.isUserFacing === false) return;
      const most = uppy.opts.restrictions.maxNumberOfFiles;
      const failure = file
        ? { id: file.id, name: file.name ?? 'File', reason: error.message }
        : {
            id: 'choice',
            name: 'These files',
            reason: `at most ${most} go at once, so none of this choice was taken. Choose fewer.`,
          };
      setNotTaken((known) => [...known.filter(({ id }) => id !== failure.id), failure]);
    };
    uppy.on('restriction-failed', tell);
    uppy.on('files-added', begin);
    return () => {
      uppy.off('restriction-failed', tell);
      uppy.off('files-added', begin);
    };
  }, [uppy]);
  return notTaken;
}

const Answered = z.object({ source: z.object({ status: z.number(), responseText: z.string() }) });

const NOT_ARRIVED = 'It did not arrive. Try again.';
/** Of calls for files in parts the widget tells the address, and keeps what was answered behind it. */
const CALL = /^Could not [A-Z]+ /;
const SAID = /^Failed request with status: .* message: (.+?)(?: request-Id: \S+)?$/s;

/** Why a file did not arrive, in the words of the server where it has answered. */
export function reasonOf(error: unknown): string {
  const answered = Answered.safeParse(error);
  if (answered.success) {
    const said = ErrorBody.safeParse(jsonOf(answered.data.source.responseText));
    return said.success ? said.data.message : NOT_ARRIVED;
  }
  if (!(error instanceof Error) || error.message === '') return NOT_ARRIVED;
  if (!CALL.test(error.message)) return error.message;
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return SAID.exec(cause)?.[1] ?? NOT_ARRIVED;
}

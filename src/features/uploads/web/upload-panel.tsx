import { useQuery } from '@tanstack/react-query';
import Dashboard from '@uppy/react/dashboard';
import { useEffect, useState } from 'react';
import { ApiError, callApi } from '#ui/calls/call-api.ts';
import { uploadParams } from '../contract.ts';
import type { SentPurpose } from '../rules.ts';
import { uploadOptionsQuery } from './api.ts';
import { type UploadFailure, UploadFailuresList } from './upload-failures-list.tsx';
import { createUploader, RefusedFile, type SentFile } from './uploader.ts';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/url/css/style.min.css';

type UploadPanelProps = {
  purpose: SentPurpose;
  mostFiles: number;
  mostFileBytes: number;
  endings: readonly string[];
  /** Under the drop zone: what is taken. */
  note: string;
  recordingWords: string;
  /** Not set: the storage's own call. */
  begin?: () => Promise<{ uploadURL: string }>;
  /** Has the server take up a file that has arrived. */
  record: (file: SentFile) => Promise<void>;
  /** Hears which files of those sent together were taken up; not called for none. */
  onRecorded?: (names: string[]) => void;
  wholeUpToBytes?: number;
};

/** Files chosen or dropped, with thumbnails, progress, pause, resume and retry. */
export function UploadPanel({ note, ...props }: UploadPanelProps) {
  const [refused, setRefused] = useState<readonly UploadFailure[]>([]);
  const [uppy] = useState(() =>
    createUploader({
      ...props,
      endpoint: location.origin,
      begin: props.begin ?? ((file) => askForAddress(props.purpose, file)),
      async record(file) {
        try {
          await props.record(file);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          throw mayPassLater(error) ? new Error(error.humanMessage) : new RefusedFile(error.humanMessage);
        }
      },
      onRefused: ({ id, name }, reason) =>
        setRefused((known) => [...known.filter((other) => other.id !== id), { id, name, reason }]),
    }),
  );
  useEffect(() => () => uppy.destroy(), [uppy]);
  useEffect(() => {
    const forget = (): void => setRefused([]);
    uppy.on('upload-start', forget);
    return () => void uppy.off('upload-start', forget);
  }, [uppy]);
  const companionUrl = useQuery(uploadOptionsQuery()).data?.companionUrl ?? null;
  useEffect(() => {
    if (companionUrl === null || uppy.getPlugin('Url')) return;
    void import('./remote-sources.ts').then(({ addRemoteSources }) => addRemoteSources(uppy, companionUrl));
  }, [uppy, companionUrl]);
  const isDark = document.documentElement.dataset.theme === 'dark';
  return (
    <>
      <UploadFailuresList uppy={uppy} refused={refused} />
      <Dashboard
        uppy={uppy}
        width="100%"
        height={420}
        theme={isDark ? 'dark' : 'light'}
        proudlyDisplayPoweredByUppy={false}
        note={note}
      />
    </>
  );
}

/** What is wrong with the file itself stays wrong; a busy or ailing server does not. */
function mayPassLater({ status }: ApiError): boolean {
  return status >= 500 || status === 401 || status === 408 || status === 409 || status === 429;
}

async function askForAddress(purpose: SentPurpose, { name, type }: { name: string; type: string }) {
  const query = { filename: name.slice(0, 255), type: type.slice(0, 200), 'metadata[purpose]': purpose };
  const { url } = await callApi(uploadParams, { query });
  return { uploadURL: url };
}

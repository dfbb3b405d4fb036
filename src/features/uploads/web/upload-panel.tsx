import { useQuery } from '@tanstack/react-query';
import Dashboard from '@uppy/react/dashboard';
import { useEffect, useState } from 'react';
import { ApiError, callApi } from '#ui/call-api.ts';
import { uploadParams } from '../contract.ts';
import type { Purpose } from '../rules.ts';
import { uploadOptionsQuery } from './api.ts';
import { UploadFailuresList } from './upload-failures-list.tsx';
import { createUploader, type SentFile } from './uploader.ts';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/url/css/style.min.css';

type UploadPanelProps = {
  purpose: Purpose;
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
  const [uppy] = useState(() =>
    createUploader({
      ...props,
      endpoint: location.origin,
      begin: props.begin ?? ((file) => askForAddress(props.purpose, file)),
      async record(file) {
        try {
          await props.record(file);
        } catch (error) {
          throw error instanceof ApiError ? new Error(error.humanMessage) : error;
        }
      },
    }),
  );
  useEffect(() => () => uppy.destroy(), [uppy]);
  const companionUrl = useQuery(uploadOptionsQuery()).data?.companionUrl ?? null;
  useEffect(() => {
    if (companionUrl === null || uppy.getPlugin('Url')) return;
    void import('./remote-sources.ts').then(({ addRemoteSources }) => addRemoteSources(uppy, companionUrl));
  }, [uppy, companionUrl]);
  const isDark = document.documentElement.dataset.theme === 'dark';
  return (
    <>
      <Dashboard
        uppy={uppy}
        width="100%"
        height={420}
        theme={isDark ? 'dark' : 'light'}
        proudlyDisplayPoweredByUppy={false}
        note={note}
      />
      <UploadFailuresList uppy={uppy} />
    </>
  );
}

async function askForAddress(purpose: Purpose, { name, type }: { name: string; type: string }) {
  const query = { filename: name.slice(0, 255), type: type.slice(0, 200), 'metadata[purpose]': purpose };
  const { url } = await callApi(uploadParams, { query });
  return { uploadURL: url };
}

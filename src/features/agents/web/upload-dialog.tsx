import Dashboard from '@uppy/react/dashboard';
import { useEffect, useState } from 'react';
import { ApiError, callApi } from '#ui/call-api.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { addTrainingMaterial, createUpload } from '../contract-uploads.ts';
import { createTrainingUploader } from './training-uploader.ts';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';

type UploadDialogProps = { agent: { id: string; name: string }; onClose: () => void };

/** Training files through Uppy: chosen or dropped, sent with progress, read by the server and taught. */
export function UploadDialog({ agent, onClose }: UploadDialogProps) {
  const [uppy] = useState(() =>
    createTrainingUploader({
      endpoint: location.origin,
      begin: () => callApi(createUpload, {}),
      async record({ name, type, fileUrl }) {
        try {
          const body = { expertId: agent.id, fileName: name, fileUrl, fileType: type };
          await callApi(addTrainingMaterial, { body });
        } catch (error) {
          throw error instanceof ApiError ? new Error(error.humanMessage) : error;
        }
        toast({
          title: 'Training Material Uploaded',
          description: `${agent.name} answers from ${name} now.`,
        });
      },
    }),
  );
  useEffect(() => () => uppy.destroy(), [uppy]);
  const isDark = document.documentElement.dataset.theme === 'dark';
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Upload files"
      description={`What ${agent.name} should know: PDF, Word, Excel, HTML, Markdown, text or CSV. 5 files, 10 MB each.`}
      size="large"
    >
      <Dashboard
        uppy={uppy}
        width="100%"
        height={420}
        theme={isDark ? 'dark' : 'light'}
        proudlyDisplayPoweredByUppy={false}
        note="PDF, DOCX, XLSX, HTML, MD, TXT or CSV; up to 5 files of 10 MB"
      />
    </Dialog>
  );
}

import { UploadPanel } from '#features/uploads/web/upload-panel.tsx';
import { callApi } from '#ui/calls/call-api.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import {
  addTrainingMaterial,
  createUpload,
  FILE_TYPES,
  MOST_FILE_BYTES,
  MOST_FILES,
} from '../contract-files.ts';

type UploadDialogProps = { agent: { id: string; name: string }; onClose: () => void };

/** Training files through the upload widget: chosen or dropped, sent with progress, read by the server and taught. */
export function UploadDialog({ agent, onClose }: UploadDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Upload files"
      description={`What ${agent.name} should know: PDF, Word, Excel, HTML, Markdown, text or CSV. 5 files, 10 MB each. A file takes the place of an earlier one of its name.`}
      size="large"
    >
      <UploadPanel
        purpose="training"
        mostFiles={MOST_FILES}
        mostFileBytes={MOST_FILE_BYTES}
        endings={FILE_TYPES}
        note="PDF, DOCX, XLSX, HTML, MD, TXT or CSV; up to 5 files of 10 MB"
        recordingWords="Reading the file"
        begin={() => callApi(createUpload, {})}
        record={async ({ name, type, fileUrl }) => {
          const body = { expertId: agent.id, fileName: name, fileUrl, fileType: type };
          await callApi(addTrainingMaterial, { body });
        }}
        onRecorded={(names) =>
          toast({
            title: 'Training Material Uploaded',
            description:
              names.length === 1
                ? `${agent.name} answers from ${names[0]} now.`
                : `${agent.name} answers from ${names.length} more files now: ${names.join(', ')}.`,
          })
        }
      />
    </Dialog>
  );
}

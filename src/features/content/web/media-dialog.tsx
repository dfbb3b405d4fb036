import { PLACES } from '#features/uploads/rules.ts';
import { MEDIA_ENDINGS, MOST_IMAGE_BYTES } from '#features/uploads/rules-media.ts';
import { UploadPanel } from '#features/uploads/web/upload-panel.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { ContentAsset } from '../contract.ts';
import { useAddMedia } from './api.ts';

const MOST_AT_ONCE = 5;

/** Pictures and videos through the upload widget: large ones in parts, paused and resumed. */
export default function MediaDialog({ asset, onClose }: { asset: ContentAsset; onClose: () => void }) {
  const add = useAddMedia(asset.id);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add pictures"
      description={`For ${asset.name}: pictures of up to 10 MB, videos of up to 1 GB.`}
      size="large"
    >
      <UploadPanel
        purpose="media"
        mostFiles={MOST_AT_ONCE}
        mostFileBytes={PLACES.media.mostBytes}
        endings={MEDIA_ENDINGS}
        note="PNG, JPEG, GIF, WebP, MP4 or WebM; up to 5 files at once"
        recordingWords="Looking at the file"
        wholeUpToBytes={MOST_IMAGE_BYTES}
        record={async ({ name, fileUrl }) => {
          await add.mutateAsync({ name: name.slice(0, 255), fileUrl });
        }}
      />
    </Dialog>
  );
}

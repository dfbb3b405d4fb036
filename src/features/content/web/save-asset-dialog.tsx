import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { MESSAGES } from '../contract.ts';
import { splitTags } from '../rules.ts';
import { useSaveContent } from './api.ts';
import { AssetFields, type AssetLabels } from './asset-fields.tsx';

type SaveAssetDialogProps = {
  sessionId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Stores what was written by hand and not kept yet; false where that failed. */
  beforeSave: () => Promise<boolean>;
  onSaved: () => void;
};

/** Keeps the content in the library, under a name. */
export function SaveAssetDialog({ open, onOpenChange, ...rest }: SaveAssetDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Save Content Asset" size="small">
      <SaveForm {...rest} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type SaveFormProps = Pick<SaveAssetDialogProps, 'sessionId' | 'beforeSave' | 'onSaved'> & {
  onClose: () => void;
};

function SaveForm({ sessionId, beforeSave, onSaved, onClose }: SaveFormProps) {
  const save = useSaveContent();
  const navigate = useNavigate();
  const [labels, setLabels] = useState<AssetLabels>({ name: '', category: 'marketing', tags: '' });
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (labels.name.trim() === '') {
      toast({ title: 'Error', description: MESSAGES.assetName, variant: 'destructive' });
      return;
    }
    setIsBusy(true);
    try {
      if (!(await beforeSave())) return;
      const { id, claims } = await save.mutateAsync({
        sessionId,
        assetName: labels.name,
        category: labels.category,
        tags: splitTags(labels.tags),
      });
      const offer = {
        label: 'Open',
        onSelect: () => void navigate({ to: '/content', search: { tab: 'library', asset: id } }),
      };
      toast({
        title: 'Content Saved',
        description: 'Content has been saved as an asset for campaign use.',
        offer,
      });
      const blocks = claims.findings.filter(({ severity }) => severity === 'block').length;
      if (blocks > 0) {
        toast({
          title: 'It cannot leave as it reads',
          description: `${countOf(blocks, 'claim')} in it would stop a launch. Mend them in the workspace or the library.`,
          variant: 'destructive',
          offer,
        });
      }
      onClose();
      onSaved();
    } catch {
      toast({ title: 'Error', description: 'Failed to save content asset.', variant: 'destructive' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isBusy) void submit();
      }}
    >
      <AssetFields value={labels} onChange={setLabels} />
      <div className="flex justify-end gap-2 pt-1">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isPending={isBusy} pendingLabel="Saving…">
          Save Asset
        </Button>
      </div>
    </form>
  );
}

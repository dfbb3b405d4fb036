import { errorText } from '#ui/error-words.ts';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { type Lead, STAGES } from '../contract.ts';
import { STAGE_LABELS } from '../rules.ts';
import { useUpdateLead } from './api.ts';
import { StageBadge, StageGlyph } from './stage-badge.tsx';

/** The stage of a lead, changed where it stands; its word alone for those who may not. */
export function StagePicker({ lead, canChange }: { lead: Lead; canChange: boolean }) {
  const update = useUpdateLead();
  if (!canChange) return <StageBadge stage={lead.stage} />;
  // What was chosen shows at once; the server's word replaces it.
  const stage = (update.isPending && update.variables.change.stage) || lead.stage;
  return (
    <Select
      look="filter"
      aria-label={`Stage of ${lead.name}`}
      value={stage}
      onValueChange={(next) => {
        if (next === lead.stage) return;
        update.mutate(
          { lead, change: { stage: next } },
          {
            onError: (error) =>
              toast({
                title: `${lead.name} stays ${STAGE_LABELS[lead.stage]}`,
                description: errorText(error),
                variant: 'destructive',
              }),
          },
        );
      }}
      options={STAGES.map((value) => ({
        value,
        label: STAGE_LABELS[value],
        mark: <StageGlyph stage={value} />,
      }))}
    />
  );
}

import { Select } from '#ui/select.tsx';
import { type Lead, STAGES } from '../contract.ts';
import { STAGE_LABELS } from '../rules.ts';
import { useChangeWithUndo } from './change-with-undo.ts';
import { StageBadge, StageGlyph } from './stage-badge.tsx';

/** The stage of a lead, changed where it stands; its word alone for those who may not. */
export function StagePicker({ lead, canChange }: { lead: Lead; canChange: boolean }) {
  const { change, pending } = useChangeWithUndo(lead);
  if (!canChange) return <StageBadge stage={lead.stage} />;
  // What was chosen shows at once; the server's word replaces it.
  const stage = pending?.stage ?? lead.stage;
  return (
    <Select
      look="filter"
      aria-label={`Stage of ${lead.name}`}
      value={stage}
      onValueChange={(next) => {
        if (next === stage) return;
        change({
          to: { stage: next },
          back: { stage, isUndo: true },
          done: `${lead.name} is ${STAGE_LABELS[next]}`,
          failed: `${lead.name} stays ${STAGE_LABELS[stage]}`,
        });
      }}
      options={STAGES.map((value) => ({
        value,
        label: STAGE_LABELS[value],
        mark: <StageGlyph stage={value} />,
      }))}
    />
  );
}

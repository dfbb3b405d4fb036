import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '#features/agents/web/api.ts';
import { ErrorLine } from '#ui/error-line.tsx';
import { Select } from '#ui/select.tsx';
import { aiExpertsQuery } from './api.ts';

/** Stands for "nobody" in a choice, where null means that nothing is chosen yet. */
const NO_MODERATOR = 'none';

type ModeratorPickerProps = {
  value: string | null;
  onValueChange: (expertId: string | null) => void;
  id?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
};

/** An agent, or nobody. */
export function ModeratorPicker({ value, onValueChange, ...rest }: ModeratorPickerProps) {
  const experts = useQuery(aiExpertsQuery());
  const isListed = value === null || experts.data?.some(({ id }) => id === value) === true;
  // One that was put in charge and is inactive by now is not among those to choose from.
  const agents = useQuery({ ...agentsQuery(), enabled: experts.isSuccess && !isListed });
  const resting = isListed ? undefined : agents.data?.find(({ id }) => id === value);
  return (
    <>
      <Select
        {...rest}
        value={value ?? NO_MODERATOR}
        onValueChange={(chosen) => onValueChange(chosen === NO_MODERATOR ? null : chosen)}
        options={[
          { value: NO_MODERATOR, label: 'No moderator' },
          ...(resting
            ? [{ value: resting.id, label: `${resting.name} (inactive)`, hint: 'Answers nobody' }]
            : []),
          ...(experts.data ?? []).map(({ id, name, expertiseArea }) => ({
            value: id,
            label: name,
            hint: expertiseArea,
          })),
          ...(isListed || resting ? [] : [{ value, label: unknownWords(experts.isError, agents.data) }]),
        ]}
      />
      {experts.isError && (
        <ErrorLine query={experts} text="The agents could not be loaded." className="mt-1" />
      )}
    </>
  );
}

/** Of one that is chosen and not known: nobody is to take it for a choice that is still to be made. */
function unknownWords(isFailed: boolean, agents: readonly unknown[] | undefined): string {
  if (isFailed) return 'Stays as it is';
  return agents ? 'An agent that was deleted' : 'Loading the agents…';
}

import { useQuery } from '@tanstack/react-query';
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
  return (
    <Select
      {...rest}
      value={value ?? NO_MODERATOR}
      onValueChange={(chosen) => onValueChange(chosen === NO_MODERATOR ? null : chosen)}
      options={[
        { value: NO_MODERATOR, label: 'No moderator' },
        ...(experts.data ?? []).map(({ id, name, expertiseArea }) => ({
          value: id,
          label: name,
          hint: expertiseArea,
        })),
      ]}
    />
  );
}

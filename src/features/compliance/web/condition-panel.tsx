import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { type ConditionPlace, conditionAt, conditionReason, conditionRefusal } from '../rules-conditions.ts';

type Props = Pick<ComponentProps<typeof Checkbox>, 'name' | 'ref' | 'checked' | 'onChange' | 'onBlur'> & {
  /** As it is typed. */
  text: string;
  /** What the text is. */
  place?: ConditionPlace;
};

/** Lets an admin say that a name or an address may hold a health condition; says to others why it may not. */
export function ConditionPanel({ text, place = 'group', ...field }: Props) {
  const user = useQuery(currentUserQuery());
  const condition = conditionAt(place, text);
  if (condition === undefined || user.data === undefined) return null;
  const { role } = user.data;
  const refusal = conditionRefusal(text, { role, isAllowed: false, place });
  if (!hasRole(role, 'admin')) {
    return (
      <p role="status" className="text-small text-amber-ink">
        {refusal}
      </p>
    );
  }
  return (
    <Checkbox
      label={`Allow “${condition}” in the ${place === 'address' ? 'address' : 'name'}`}
      hint={`${conditionReason(place)} Kept in the audit trail.`}
      {...field}
    />
  );
}

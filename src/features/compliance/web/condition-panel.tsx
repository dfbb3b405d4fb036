import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { currentUserQuery } from '#features/access/web/api.ts';
import { hasRole } from '#kit/actor.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { findCondition } from '../rules-conditions.ts';

type Props = Pick<ComponentProps<typeof Checkbox>, 'name' | 'ref' | 'onChange' | 'onBlur'> & {
  /** As it is typed. */
  text: string;
};

/** Lets an admin say that a name may hold a health condition; empty while it holds none, and for everybody else. */
export function ConditionPanel({ text, ...field }: Props) {
  const user = useQuery(currentUserQuery());
  const condition = findCondition(text);
  if (condition === undefined || user.data === undefined || !hasRole(user.data.role, 'admin')) return null;
  return (
    <Checkbox
      label={`Allow “${condition}” in the name`}
      hint="It would say that everybody in the group has it. Kept in the audit trail."
      {...field}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button-class.ts';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { providersQuery } from './api.ts';

type ModelTroublePanelProps = {
  /** What people get until it works again. */
  children: ReactNode;
  className?: string;
};

/** That the configured language model fails, since when and how; nothing while it works or none is configured. */
export function ModelTroublePanel({ children, className }: ModelTroublePanelProps) {
  const model = useQuery(providersQuery()).data?.find(({ id }) => id === 'language_model');
  if (!model?.trouble) return null;
  return (
    <PartialNotice
      isBoxed
      title="The language model fails."
      className={className}
      action={
        <Link to="/settings" hash="outside-services" className={buttonClass({ size: 'row' })}>
          See the services
        </Link>
      }
    >
      {model.trouble.text} First noticed <RelativeTime value={model.trouble.since} />, last asked{' '}
      <RelativeTime value={model.trouble.lastAt} />. {children}
    </PartialNotice>
  );
}

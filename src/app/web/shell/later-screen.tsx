import { Link } from '@tanstack/react-router';
import { linkButtonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';

type LaterScreenProps = {
  title: string;
  /** What is not here. */
  missing: string;
  /** What serves until it is. */
  meanwhile: string;
  to: '/campaigns' | '/crm' | '/leads' | '/dashboard';
  action: string;
};

/** A place in the menu whose screen does not exist yet says so, and where to go instead. */
export function LaterScreen({ title, missing, meanwhile, to, action }: LaterScreenProps) {
  return (
    <div className="px-4 py-6 sm:px-8">
      <PageHeader title={title} />
      <EmptyState
        className="mt-6 border-t border-line-2"
        title={missing}
        text={meanwhile}
        action={
          <Link to={to} className={linkButtonClass()}>
            {action}
          </Link>
        }
      />
    </div>
  );
}

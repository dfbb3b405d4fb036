import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '#ui/page-header.tsx';
import { ContentSearch } from './content-search.ts';
import { CreateSection } from './create-section.tsx';

/** The writing workspace on its own, as campaigns open it. */
export function WorkspaceScreen() {
  const { session } = ContentSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Create New" className="border-b border-line px-4 pt-6 pb-4 sm:px-8" />
      <CreateSection
        sessionId={session}
        onSession={(id) => void navigate({ to: '/content-generation', search: { session: id } })}
        onSaved={() => undefined}
      />
    </div>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCanManageAgents } from '#features/agents/web/api.ts';
import { linkButtonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';
import { SplitScreen, SplitView } from '#ui/split-view.tsx';
import { useOpenedEntry } from '#ui/use-opened-entry.ts';
import { CONVERSATION_STATES, type ConversationState } from '../contract-inbox.ts';
import { STATE_LABELS } from '../rules-inbox.ts';
import { ConversationList } from './conversation-list.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { inboxCountsQuery, inboxQuery, useCanAnswer } from './inbox-api.ts';
import { InboxSearch } from './inbox-search.ts';
import { UnansweredList } from './unanswered-list.tsx';

const STATE_OPTIONS: SelectOption<ConversationState | 'all'>[] = [
  { value: 'all', label: 'All' },
  ...CONVERSATION_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
];

/** Conversations with visitors: those waiting for a person, and unanswered questions. */
export function InboxScreen() {
  const search = InboxSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const canAnswer = useCanAnswer();
  const canManage = useCanManageAgents();
  const counts = useQuery(inboxCountsQuery());
  const view = search.inbox ?? 'conversations';
  const { data: listed } = useInfiniteQuery({
    ...inboxQuery({ state: search.state }),
    enabled: canAnswer === true,
  });
  const hasConversations = (listed?.pages[0]?.items.length ?? 0) > 0;
  const { staying, opening, close } = useOpenedEntry();
  const go = (change: InboxSearch, entry = staying) =>
    void navigate({ to: '/chatbot/inbox', search: { ...search, ...change }, ...entry });

  if (canAnswer === false) {
    return (
      <EmptyState
        title="Conversations are for members and admins"
        text="They hold what visitors said. An admin can change your role."
        action={
          <Link to="/chatbot" className={linkButtonClass()}>
            Back to the agents
          </Link>
        }
        className="mt-10"
      />
    );
  }
  const isOpened = view === 'conversations' && search.conversation !== undefined;
  return (
    <SplitScreen
      title="Inbox"
      isChosen={isOpened}
      head={
        <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-full sm:basis-0">
            <h1 className="text-h1">Inbox</h1>
            <p role="status" className="text-small text-ink-3">
              {counts.data ? waitingWords(counts.data) : 'Conversations of your agents with visitors'}
            </p>
          </div>
          <SegmentedControl
            label="What to show"
            value={view}
            onValueChange={(next) => go({ inbox: next })}
            segments={[
              { value: 'conversations', label: 'Conversations' },
              { value: 'questions', label: 'Unanswered questions' },
            ]}
          />
          <Link to="/chatbot" className={linkButtonClass()}>
            Agents
          </Link>
        </header>
      }
    >
      {view === 'questions' ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <UnansweredList canManage={canManage} />
        </div>
      ) : (
        <SplitView
          listLabel="Conversations"
          label="Conversation"
          chosenId={search.conversation}
          filters={
            <Select
              look="filter"
              prefix="State"
              aria-label="State"
              value={search.state ?? 'all'}
              onValueChange={(next) => go({ state: next === 'all' ? undefined : next })}
              options={STATE_OPTIONS}
            />
          }
          list={
            <ConversationList
              filter={{ state: search.state }}
              selectedId={search.conversation}
              onSelect={(conversation) => go({ conversation }, opening(search.conversation !== undefined))}
            />
          }
        >
          {search.conversation === undefined ? (
            hasConversations && (
              <EmptyState
                title="Choose a conversation"
                text="You can read it, join it and answer the visitor."
                className="m-auto"
              />
            )
          ) : (
            <ConversationPanel
              id={search.conversation}
              onClose={() => close(() => go({ conversation: undefined }))}
            />
          )}
        </SplitView>
      )}
    </SplitScreen>
  );
}

function waitingWords({ waiting, person }: { waiting: number; person: number }): string {
  if (waiting === 0 && person === 0) return 'No one is waiting.';
  const waits = waiting === 1 ? '1 visitor waits for a person' : `${waiting} visitors wait for a person`;
  return person === 0 ? `${waits}.` : `${waits}, ${person} with one.`;
}

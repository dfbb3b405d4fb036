import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BadgeDollarSign,
  Ban,
  Bot,
  CircleDot,
  CircleHelp,
  CircleX,
  ClipboardCheck,
  CornerUpRight,
  Flag,
  Globe,
  type LucideIcon,
  MailCheck,
  MailOpen,
  Merge,
  MessageSquare,
  MessagesSquare,
  MousePointerClick,
  MoveRight,
  Reply,
  Search,
  Send,
  ShieldQuestionMark,
  StickyNote,
  Undo2,
  UserPlus,
  UserRoundMinus,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import { UndoMergePanel } from '#features/leads/web/merge-panel.tsx';
import { LostNotesPanel, NotePanel } from '#features/leads/web/note-panel.tsx';
import { formatCount } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { TimelineEntry } from '../contract.ts';
import { MERGE_ENTRY, NOTE_ENTRY } from '../rules.ts';
import { timelineQuery } from './api.ts';

const ICONS: Record<string, LucideIcon> = {
  [NOTE_ENTRY]: StickyNote,
  [MERGE_ENTRY]: Merge,
  'lead.discovered': Search,
  'lead.added': UserPlus,
  'lead.stage_changed': MoveRight,
  'message.sent': Send,
  'message.failed': CircleX,
  'message.bounced': Undo2,
  'message.unconfirmed': CircleHelp,
  'message.opened': MailOpen,
  'message.preloaded': ShieldQuestionMark,
  'message.complained': Flag,
  'link.clicked': MousePointerClick,
  'link.scanned': ShieldQuestionMark,
  'contact.unsubscribed': Ban,
  'contact.unsubscribe_undone': Undo2,
  'reply.received': Reply,
  'reply.answered': CornerUpRight,
  'reply.automatic': Bot,
  'agent.talked': MessagesSquare,
  'landing.visited': Globe,
  'landing.converted': ClipboardCheck,
  'purchase.made': BadgeDollarSign,
  'purchase.refunded': Undo2,
  'purchase.held': CircleHelp,
  'refund.held': CircleHelp,
  'purchase.struck_out': CircleX,
  'refund.struck_out': CircleX,
  'addresses.checked': MailCheck,
  'conversation.linked': MessageSquare,
  'community.joined': UsersRound,
  'community.left': UserRoundMinus,
  'community.posted': MessagesSquare,
};

/** More than this stands behind a button. */
const IN_SIGHT = 12;

/** Everything that happened with a lead, newest first: campaigns, clicks, replies and moves on one line of time. */
export function TimelinePanel({ leadId }: { leadId: string }) {
  const timeline = useQuery(timelineQuery(leadId));
  if (timeline.isPending) {
    return (
      <DrawerSection title="Timeline">
        <Loading label="Loading the timeline" className="space-y-3 py-1">
          <Skeleton className="h-3 w-3/4" />
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-3 w-1/2" />
        </Loading>
      </DrawerSection>
    );
  }
  if (timeline.isError) {
    return (
      <DrawerSection title="Timeline">
        <ErrorState isCompact title="The timeline could not be loaded" query={timeline} />
      </DrawerSection>
    );
  }
  return (
    <DrawerSection title="Timeline">
      <LostNotesPanel leadId={leadId} shownIds={timeline.data.map(({ id }) => id)} />
      {timeline.data.length === 0 ? (
        <p className="text-body text-ink-2">
          Nothing has happened yet. Messages, clicks and replies appear here.
        </p>
      ) : (
        <Entries key={leadId} leadId={leadId} entries={timeline.data} />
      )}
    </DrawerSection>
  );
}

function Entries({ leadId, entries }: { leadId: string; entries: readonly TimelineEntry[] }) {
  const canChange = useCanChange();
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? entries : entries.slice(0, IN_SIGHT);
  return (
    <>
      <ol className="space-y-1.5">
        {shown.map((entry) => (
          <Entry key={entry.id} leadId={leadId} entry={entry} canChange={canChange} />
        ))}
      </ol>
      {entries.length > shown.length && (
        <Button variant="ghost" size="row" className="mt-2 -ml-2" onClick={() => setIsAll(true)}>
          Show {formatCount(entries.length - shown.length)} earlier
        </Button>
      )}
    </>
  );
}

type EntryProps = { leadId: string; entry: TimelineEntry; canChange: boolean };

function Entry({ leadId, entry, canChange }: EntryProps) {
  const Icon = ICONS[entry.type] ?? CircleDot;
  return (
    <li className="flex items-start gap-2.5 text-body">
      <Icon className="mt-0.5 size-4 text-ink-3" />
      <div className="min-w-0 flex-1">
        {entry.type === NOTE_ENTRY && canChange ? (
          <NotePanel leadId={leadId} note={{ id: entry.id, text: entry.title }} />
        ) : (
          <p className="wrap-anywhere whitespace-pre-line">
            {entry.place ? <PlaceLink place={entry.place}>{entry.title}</PlaceLink> : entry.title}
          </p>
        )}
        {entry.type === MERGE_ENTRY && canChange && <UndoMergePanel mergeId={entry.id} />}
        {entry.detail !== null && <p className="text-small text-ink-3">{entry.detail}</p>}
      </div>
      <RelativeTime value={entry.at} className="mt-0.5 shrink-0 text-small text-ink-3 tabular-nums" />
    </li>
  );
}

/** To the community, and there to what was said. */
function PlaceLink({
  place: { communityId, postId },
  children,
}: {
  place: NonNullable<TimelineEntry['place']>;
  children: ReactNode;
}) {
  return (
    <Link
      to="/community"
      search={{ community: communityId, post: postId ?? undefined }}
      className="underline underline-offset-2"
    >
      {children}
    </Link>
  );
}

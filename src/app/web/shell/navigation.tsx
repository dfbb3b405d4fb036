import { Link, useLocation } from '@tanstack/react-router';
import {
  Bot,
  FileText,
  Kanban,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Send,
  Users,
} from 'lucide-react';
import { WaitingPostsBadge } from '#features/communities/web/waiting-posts-badge.tsx';
import { WaitingBadge } from '#features/conversations/web/inbox-link.tsx';
import { RepliesBadge } from '#features/inbox/web/replies-badge.tsx';
import { cn } from '#ui/class-names.ts';

type Place = {
  to: '/' | '/leads' | '/campaigns' | '/content' | '/crm' | '/chatbot' | '/community';
  label: string;
  icon: LucideIcon;
  /** Other addresses of the same place. */
  also?: string;
};

const PLACES: readonly Place[] = [
  { to: '/', label: 'Dashboard', icon: LayoutDashboard, also: '/dashboard' },
  { to: '/leads', label: 'Lead', icon: Users },
  { to: '/campaigns', label: 'Campaign', icon: Send, also: '/campaigns/replies' },
  { to: '/content', label: 'Content', icon: FileText, also: '/content-generation' },
  { to: '/crm', label: 'CRM', icon: Kanban },
  { to: '/chatbot', label: 'AI Agent', icon: Bot, also: '/chatbot/inbox' },
  { to: '/community', label: 'Community', icon: MessagesSquare },
];

/** The seven places, with the one we are at marked. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/+$/, '$1') });
  return (
    <nav aria-label="Main">
      <ul className="space-y-0.5">
        {PLACES.map(({ to, label, icon: Icon, also }) => {
          const isHere = path === to || path === also;
          return (
            <li key={to} className="relative">
              <Link
                to={to}
                // Only the whole address counts: the dashboard's is the beginning of every other.
                activeOptions={{ exact: true, includeSearch: false }}
                {...(isHere ? { 'aria-current': 'page' } : {})}
                {...(onChoose ? { onClick: onChoose } : {})}
                className={cn(
                  'flex h-8 items-center gap-2.5 rounded-control border px-2 text-label transition-colors duration-80 pointer-coarse:h-11',
                  isHere
                    ? 'border-line-2 bg-surface text-ink'
                    : 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <Icon className={cn('size-4', isHere && 'text-green-ink')} />
                {label}
              </Link>
              {to === '/chatbot' && <WaitingBadge />}
              {to === '/campaigns' && <RepliesBadge />}
              {to === '/community' && <WaitingPostsBadge />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

import { Link } from '@tanstack/react-router';
import { Bot, ChartLine, Search, Send } from 'lucide-react';
import { SectionHeading } from '#ui/section-heading.tsx';

const ACTIONS = [
  { to: '/leads', label: 'Discover leads', icon: Search },
  { to: '/campaigns', label: 'New campaign', icon: Send },
  { to: '/chatbot', label: 'Train an agent', icon: Bot },
  { to: '/analytics', label: 'Analytics', icon: ChartLine },
] as const;

export function QuickActions() {
  return (
    <nav aria-labelledby="quick-actions">
      <SectionHeading id="quick-actions" title="Quick Actions" hasLine={false} />
      <div className="@container">
        <ul className="grid grid-cols-2 gap-2 @2xl:grid-cols-4">
          {ACTIONS.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-10 items-center gap-2.5 rounded-control border border-line-2 px-3 text-label text-ink transition-colors duration-80 hover:bg-hover pointer-coarse:min-h-11"
              >
                <Icon className="size-4 text-green-ink" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

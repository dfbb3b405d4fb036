import { Link } from '@tanstack/react-router';
import { Bot, ChartLine, Search, Send } from 'lucide-react';
import { Kbd } from '#ui/kbd.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';

const ACTIONS = [
  { to: '/leads', label: 'Discover leads', icon: Search, keys: 'G L' },
  { to: '/campaigns', label: 'New campaign', icon: Send, keys: 'G C' },
  { to: '/chatbot', label: 'Train an agent', icon: Bot, keys: 'G A' },
  { to: '/analytics', label: 'Analytics', icon: ChartLine, keys: 'G Y' },
] as const;

export function QuickActions() {
  return (
    <nav aria-labelledby="quick-actions">
      <SectionHeading id="quick-actions" title="Quick Actions" hasLine={false} />
      <div className="@container">
        <ul className="grid grid-cols-2 gap-2 @2xl:grid-cols-4">
          {ACTIONS.map(({ to, label, icon: Icon, keys }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-10 items-center gap-2.5 rounded-control border border-line-2 px-3 text-label text-ink transition-colors duration-80 hover:bg-hover pointer-coarse:min-h-11"
              >
                <Icon className="size-4 text-green-ink" />
                <span className="flex-1">{label}</span>
                <span aria-hidden="true" className="pointer-coarse:hidden max-sm:hidden">
                  <Kbd>{keys}</Kbd>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

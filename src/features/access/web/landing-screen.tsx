import {
  ArrowRight,
  Bot,
  ChartLine,
  Kanban,
  type LucideIcon,
  MessagesSquare,
  Search,
  Send,
} from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { UmbelDrawing } from '#ui/drawings/umbel-drawing.tsx';
import { Mark } from '#ui/mark.tsx';

const CAPABILITIES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: 'Lead Generation',
    text: 'Find people asking in public. See which words earned each score, and where they were said.',
  },
  {
    icon: Send,
    title: 'Campaign Builder',
    text: 'Sequences written per person, checked for health claims before anything leaves.',
  },
  {
    icon: Bot,
    title: 'AI Chatbot',
    text: 'Answers from your own documents with the source, and steps back when a clinician is needed.',
  },
  {
    icon: MessagesSquare,
    title: 'Community Builder',
    text: 'Mirror the communities you run and embed them where your customers already are.',
  },
  {
    icon: ChartLine,
    title: 'Analytics Engine',
    text: 'What paid off, from message to purchase. No data, no number.',
  },
  {
    icon: Kanban,
    title: 'CRM & Tracking',
    text: 'Clicks, replies and chats land on one timeline, with the next step named.',
  },
];

type LandingScreenProps = {
  /** Inside the shell it is a part of the page, outside it is the page. */
  isInShell?: boolean;
};

/** What Yarrow is, for people who have not signed in. */
export function LandingScreen({ isInShell = false }: LandingScreenProps) {
  const Frame = isInShell ? 'div' : 'main';
  return (
    <Frame className={cn('flex flex-col bg-ground', isInShell ? 'min-h-full' : 'min-h-dvh')}>
      <section className="border-b border-line-2">
        <div className="mx-auto grid w-full max-w-[83rem] px-4 sm:px-10 lg:grid-cols-[1fr_minmax(0,31rem)] lg:gap-16">
          <div className="pt-6 pb-14 lg:pb-18">
            <p className="flex items-center gap-2.5 text-[1.0625rem] leading-7 font-semibold">
              <Mark className="size-7 text-green-ink" />
              Yarrow
            </p>
            <p className="mt-16 text-h2 font-medium text-green-ink lg:mt-28">AI Powered Growth Platform</p>
            <h1 className="mt-4 max-w-[34rem] text-[2.5rem] leading-[1.1] font-semibold tracking-[-0.035em] [text-wrap:wrap] sm:text-display">
              Growth that health businesses can stand behind.
            </h1>
            <p className="mt-5 max-w-[31rem] text-lead text-pretty text-ink-2">
              Find people with a need, talk to them honestly, answer at any hour and see what worked.
            </p>
            <Button
              variant="primary"
              size="large"
              trailingIcon={ArrowRight}
              className="mt-8"
              // The sign-in may be at another site, so the whole browser goes.
              onClick={() => location.assign('/api/login')}
            >
              Get Started
            </Button>
          </div>
          <div className="flex min-h-0 items-end max-lg:hidden lg:pt-22">
            <UmbelDrawing className="h-full max-h-[33rem] w-full text-green-ink" />
          </div>
        </div>
      </section>
      <section aria-label="What it does" className="flex-1 bg-surface">
        <ul className="mx-auto grid w-full max-w-[83rem] gap-x-8 px-4 pt-3 pb-10 sm:grid-cols-2 sm:px-10 lg:grid-cols-3">
          {CAPABILITIES.map(({ icon: Icon, title, text }) => (
            <li
              key={title}
              className="border-b border-line py-5 max-sm:last:border-b-0 sm:nth-last-[-n+2]:border-b-0 lg:nth-last-[-n+3]:border-b-0"
            >
              <h2 className="flex items-center gap-2.5 text-h3">
                <Icon className="size-4.5 text-green-ink" />
                {title}
              </h2>
              <p className="mt-1.5 max-w-[22.5rem] text-mail leading-5.5 text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </Frame>
  );
}

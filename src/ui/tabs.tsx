import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

type Tab<Value extends string> = {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  count?: string;
};

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
  className?: string;
  contentClassName?: string;
};

/** Parts of one thing, one at a time. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  return (
    <Radix.Root
      value={props.value}
      onValueChange={(next) => {
        const tab = props.tabs.find((candidate) => candidate.value === next);
        if (tab) props.onValueChange(tab.value);
      }}
      className={props.className}
    >
      <Radix.List
        aria-label={props.label}
        className="flex gap-5 overflow-x-auto border-b border-line-2 [scrollbar-width:none]"
      >
        {props.tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative inline-flex h-9 shrink-0 items-center gap-1.5 text-label text-ink-2 transition-colors duration-80 after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:text-ink data-[state=active]:after:bg-green pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="font-normal text-ink-3 tabular-nums">{tab.count}</span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {props.tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={cn('rounded-control pt-4', props.contentClassName)}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

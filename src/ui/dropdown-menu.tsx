import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { layerContainer } from './layer-container.ts';

export type MenuItem =
  | {
      kind?: 'action';
      label: string;
      icon?: LucideIcon;
      keys?: string;
      /** Erasing or refusing. */
      isLoss?: boolean;
      /** Why it cannot be used now; it stands under the label. */
      disabledReason?: string | null;
      onSelect: () => void;
    }
  | {
      /** One of several. */
      kind: 'choice';
      /** What it is that is chosen. Only heard: where it has to be seen too, a heading stands above. */
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onValueChange: (value: string) => void;
    }
  | { kind: 'heading'; label: string }
  | { kind: 'line'; id: string };

type DropdownMenuProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
  isOpenAtFirst?: boolean;
};

const ITEM =
  'relative flex min-h-7 items-center gap-2 rounded-badge px-2 py-1 text-body text-ink outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-hover pointer-coarse:min-h-11';

/** The rarer deeds of one thing. */
export function DropdownMenu({ trigger, items, align = 'end', isOpenAtFirst = false }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layerContainer()}>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-popover max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 animate-pop overflow-y-auto rounded-panel border border-line-2 bg-raised p-1 shadow-pop"
        >
          {items.map((item) => (
            <Item
              key={item.kind === 'line' ? item.id : `${item.kind ?? 'action'} ${item.label}`}
              item={item}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case 'line':
      return <Radix.Separator className="mx-2 my-1 h-px bg-line" />;
    case 'heading':
      return <Radix.Label className="px-2 py-1 text-small text-ink-3">{item.label}</Radix.Label>;
    case 'choice':
      return (
        <Radix.RadioGroup aria-label={item.label} value={item.value} onValueChange={item.onValueChange}>
          {item.options.map(({ value, label }) => (
            <Radix.RadioItem key={value} value={value} className={cn(ITEM, 'pl-7')}>
              <Radix.ItemIndicator className="absolute left-2">
                <Check className="size-3.5 text-green-ink" />
              </Radix.ItemIndicator>
              {label}
            </Radix.RadioItem>
          ))}
        </Radix.RadioGroup>
      );
    case undefined:
    case 'action': {
      const { icon: Icon, disabledReason } = item;
      return (
        <Radix.Item
          disabled={disabledReason != null}
          onSelect={item.onSelect}
          className={cn(ITEM, item.isLoss && !disabledReason && 'text-red-ink data-highlighted:bg-red-t')}
        >
          {Icon && <Icon className="size-4" />}
          <span className="flex-1">
            {item.label}
            {disabledReason && <span className="block text-small text-ink-3">{disabledReason}</span>}
          </span>
          {item.keys && <Kbd>{item.keys}</Kbd>}
        </Radix.Item>
      );
    }
  }
}

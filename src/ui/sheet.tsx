import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { keepOpenForToasts, useFocusReturn } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Some sheets draw their own head; the title is then only read out. */
  isTitleHidden?: boolean;
  side?: 'left' | 'right';
  trigger?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

const SIDE = {
  right: 'right-0 w-full sm:max-w-[416px] sm:border-l animate-drawer',
  left: 'left-0 w-[min(280px,85vw)] border-r animate-drawer-left',
};

/** A modal page at the edge: the menu of small screens, a form too long for a dialog. Beside a list use `Drawer`. */
export function Sheet({ side = 'right', isTitleHidden = false, footer, ...props }: SheetProps) {
  const focus = useFocusReturn(props.open);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      {props.trigger !== undefined && <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-dialog animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          {...focus}
          className={cn(
            'fixed inset-y-0 z-dialog flex flex-col border-line-2 bg-surface focus:outline-none',
            SIDE[side],
          )}
        >
          {isTitleHidden ? (
            <Radix.Title className="sr-only">{props.title}</Radix.Title>
          ) : (
            <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-b border-line px-5">
              <Radix.Title className="truncate text-h2">{props.title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon={X} label="Close" className="-mr-1.5" />
              </Radix.Close>
            </header>
          )}
          <div className="relative min-h-0 flex-1 overflow-y-auto">{props.children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

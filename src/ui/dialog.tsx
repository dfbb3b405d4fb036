import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useInsertionEffect, useRef } from 'react';
import { cn } from './class-names.ts';
import { focusFirstField } from './focus/focus-first-field.ts';
import { focusNear, type Stop, trailOf } from './focus/kept-focus.ts';
import { IconButton } from './icon-button.tsx';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Opens it, where that is a button beside its result. */
  trigger?: ReactNode;
  /** `full` takes the window and leaves the padding to what is in it. */
  size?: 'small' | 'medium' | 'large' | 'wide' | 'full';
  /** The buttons at the foot, the main one last; always in sight. */
  footer?: ReactNode;
  children: ReactNode;
};

const WIDTH = {
  small: 'sm:max-w-96',
  medium: 'sm:max-w-lg',
  large: 'sm:max-w-2xl',
  wide: 'sm:max-w-5xl',
  full: 'h-[calc(100dvh-1.5rem)] sm:h-[calc(100dvh-3rem)] sm:max-w-[100rem] low:h-dvh',
};

/** Holds the page until it is answered. At 360 px it fills the foot of the window. */
export function Dialog({ size = 'medium', footer, ...props }: DialogProps) {
  const focus = useFocusReturn(props.open);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      {props.trigger !== undefined && <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-dialog grid animate-fade grid-cols-[minmax(0,1fr)] items-end justify-items-center overflow-y-auto bg-scrim sm:items-center sm:p-6 low:p-0">
          <Radix.Content
            onInteractOutside={keepOpenForToasts}
            {...focus}
            {...(props.description === undefined ? { 'aria-describedby': undefined } : {})}
            className={cn(
              'relative flex max-h-[calc(100dvh-1.5rem)] w-full animate-pop flex-col rounded-t-work border border-line-2 bg-surface shadow-pop focus:outline-none sm:max-h-[calc(100dvh-3rem)] sm:rounded-work low:max-h-dvh',
              WIDTH[size],
            )}
          >
            <header className="flex items-start gap-4 px-5 pt-4 pb-3 low:items-center low:py-1">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-h3">{props.title}</Radix.Title>
                {props.description !== undefined && (
                  <Radix.Description className="mt-0.5 text-small text-ink-3">
                    {props.description}
                  </Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <IconButton
                  icon={X}
                  label="Close"
                  className="-mr-1.5 pointer-coarse:-my-3 low:pointer-coarse:-my-1"
                />
              </Radix.Close>
            </header>
            <div
              className={cn('relative min-h-0 flex-1 overflow-y-auto', size !== 'full' && 'px-5 pt-1 pb-5')}
            >
              {props.children}
            </div>
            {footer !== undefined && (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 low:py-1.5">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Focus goes to the first field and, when the dialog closes, back to where it was. Radix does the latter only for
 * dialogs with a trigger of its own. Where that is gone by then, the focus goes to what stood beside it.
 */
export function useFocusReturn(isOpen: boolean) {
  const before = useRef<Element | null>(null);
  const trail = useRef<readonly Stop[]>([]);
  // The earliest of effects: a field with `autoFocus` takes the focus right after it.
  useInsertionEffect(() => {
    if (!isOpen) return;
    const opener = openerOf(document.activeElement);
    before.current = opener;
    trail.current = opener ? trailOf(opener) : [];
  }, [isOpen]);
  return {
    // The close button stands first in the page, but nobody opens a dialog to close it.
    onOpenAutoFocus: (event: Event) => {
      if (event.target instanceof Element && focusFirstField(event.target)) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      // It comes a moment after the dialog is gone: somebody may write in a field beside it by then.
      if (document.activeElement?.matches('input, textarea')) {
        event.preventDefault();
        return;
      }
      if (!(before.current instanceof HTMLElement)) return;
      if (before.current.isConnected) {
        event.preventDefault();
        before.current.focus();
        return;
      }
      // Another dialog or a screen that was led to may take it first.
      setTimeout(() => {
        if (document.activeElement === document.body) focusNear(trail.current);
      });
    },
  };
}

/** A menu is gone with the choice: what opened the menu stands for its items. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role=menu]');
  return (menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')) ?? focused;
}

/** Pressing Undo on a toast is no press outside the dialog. By the time this asks, the toast may be gone. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (!(event.target instanceof Element)) return;
  if (!event.target.isConnected || event.target.closest('[data-toaster]')) event.preventDefault();
}

/** Closes the dialog around it: the Cancel of a footer. */
export const DialogClose = Radix.Close;

import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { keepOpenForToasts } from './dialog.tsx';
import { layerContainer } from './layer-container.ts';

type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Read out as its name. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
  /** The small triangle that points at the words it is about. */
  hasArrow?: boolean;
  className?: string;
  children: ReactNode;
};

/** More about one thing, beside it. */
export function Popover({ side = 'bottom', align = 'start', hasArrow = false, ...props }: PopoverProps) {
  return (
    <Radix.Root
      {...(props.open === undefined ? {} : { open: props.open })}
      {...(props.onOpenChange ? { onOpenChange: props.onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal container={layerContainer()}>
        <Radix.Content
          aria-label={props.label}
          side={side}
          align={align}
          sideOffset={hasArrow ? 2 : 6}
          collisionPadding={8}
          onInteractOutside={keepOpenForToasts}
          className={cn(
            'z-popover max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-1rem)] animate-pop overflow-y-auto rounded-panel border border-line-2 bg-raised p-4 text-body text-ink shadow-pop',
            hasArrow && 'overflow-visible!',
            props.className,
          )}
        >
          {props.children}
          {hasArrow && (
            <Radix.Arrow asChild width={14} height={7}>
              <svg viewBox="0 0 14 7" className="-mt-px">
                <path d="M0 0L7 6L14 0" className="fill-raised stroke-line-2" />
              </svg>
            </Radix.Arrow>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverClose = Radix.Close;

import { Check, ChevronDown, ChevronsUpDown } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { cn } from './class-names.ts';
import { keepOpenForToasts } from './dialog.tsx';
import { layerContainer } from './layer-container.ts';
import { Typeahead } from './typeahead.ts';
import { useChosenAtOnce } from './use-chosen-at-once.ts';

export type SelectOption<Value extends string> = {
  value: Value;
  label: string;
  /** Before the label: a colour swatch or an icon. */
  mark?: ReactNode;
  hint?: string;
  isDisabled?: boolean;
};

export type SelectProps<Value extends string> = {
  value: Value | null;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** `field` in a form under its label; `filter` above a list, where the choice itself is the label. */
  look?: 'field' | 'filter';
  /** Before the choice of a filter, "Category: all". */
  prefix?: string;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
  name?: string;
  id?: string;
  className?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

const TRIGGER = {
  field: 'h-8 w-full border-control bg-surface px-2.5 text-body hover:border-ink-3 aria-invalid:border-red',
  filter: 'h-7 border-line-2 bg-surface px-2 text-small font-medium hover:bg-hover',
};
const PAGE = 10;

/**
 * One of many. Of two to four that fit beside one another, use `SegmentedControl` or `RadioGroup`. The focus stays on
 * the button (the select-only combobox of the ARIA practices). Not Radix's Select: that needs a style element, which
 * the content security policy refuses, and hides the page from those who listen while it is open.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, look = 'field', disabled = false, prefix, placeholder = 'Choose' } = props;
  const tell = (next: Value | null) => next !== null && props.onValueChange(next);
  const [atOnce, chooseAtOnce] = useChosenAtOnce(props.value, tell);
  // A filter has a list drawn anew, a field of a form has not: its form knows of the choice before the next press.
  const [value, changeTo] = look === 'filter' ? [atOnce, chooseAtOnce] : [props.value, tell];
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const typeahead = useRef(new Typeahead());
  const chosenIndex = options.findIndex((option) => option.value === value);
  const chosen = options[chosenIndex];

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, activeIndex]);

  function open(index = chosenIndex) {
    setActiveIndex(index >= 0 ? index : nextEnabled(options, -1, 1));
    setIsOpen(true);
  }
  function choose(index: number) {
    const option = options[index];
    if (!option || option.isDisabled) return;
    setIsOpen(false);
    if (option.value !== value) changeTo(option.value);
  }
  function move(from: number, by: number) {
    const target = nextEnabled(options, from, by);
    if (target >= 0) setActiveIndex(target);
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || (event.altKey && key !== 'ArrowDown')) return;
    const isText = key.length === 1 && (key !== ' ' || typeahead.current.isTyping);
    if (isText) {
      const found = typeahead.current.find(key, options, isOpen ? activeIndex : chosenIndex);
      if (found >= 0) open(found);
    } else if (!isOpen) {
      if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) return;
      open();
    } else if (key === 'ArrowDown') move(activeIndex, 1);
    else if (key === 'ArrowUp') move(activeIndex, -1);
    else if (key === 'PageDown') move(Math.min(activeIndex + PAGE, options.length) - 1, 1);
    else if (key === 'PageUp') move(Math.max(activeIndex - PAGE, -1) + 1, -1);
    else if (key === 'Home') move(-1, 1);
    else if (key === 'End') move(options.length, -1);
    else if (key === 'Enter' || key === ' ') choose(activeIndex);
    else if (key === 'Tab') {
      choose(activeIndex);
      return;
    } else return;
    event.preventDefault();
  }

  const Arrow = look === 'field' ? ChevronsUpDown : ChevronDown;
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => (next ? open() : setIsOpen(false))}>
      <Radix.Trigger
        ref={props.ref}
        id={props.id}
        name={props.name}
        disabled={disabled}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-labelledby']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        data-empty={chosen ? undefined : ''}
        onBlur={props.onBlur}
        onKeyDown={onKeyDown}
        className={cn(
          'inline-flex min-w-0 items-center gap-2 rounded-control border text-ink transition-colors duration-80 disabled:border-line disabled:bg-hover disabled:text-ink-3 pointer-coarse:min-h-11',
          TRIGGER[look],
          props.className,
        )}
      >
        {chosen?.mark}
        <span className={cn('min-w-0 flex-1 truncate text-left', !chosen && 'font-normal text-ink-3')}>
          {chosen ? `${prefix ? `${prefix}: ` : ''}${chosen.label}` : placeholder}
        </span>
        <Arrow className="size-3.5 text-ink-2" />
      </Radix.Trigger>
      <Radix.Portal container={layerContainer()}>
        <Radix.Content
          ref={list}
          role="listbox"
          id={listId}
          aria-label={props['aria-label'] ?? (props['aria-labelledby'] === undefined ? 'Choices' : undefined)}
          aria-labelledby={props['aria-labelledby']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          // The choice may have led somewhere that has taken the focus.
          onCloseAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
          onInteractOutside={keepOpenForToasts}
          className="z-popover max-h-[min(20rem,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width) max-w-[min(24rem,calc(100vw-1rem))] animate-pop overflow-y-auto rounded-panel border border-line-2 bg-raised p-1 text-body text-ink shadow-pop focus:outline-none"
        >
          {options.map((option, index) => (
            // The keys are those of the button, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosenIndex}
              aria-disabled={option.isDisabled || undefined}
              data-active={index === activeIndex || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => !option.isDisabled && setActiveIndex(index)}
              onClick={() => choose(index)}
              className="relative flex min-h-7 items-center gap-2 rounded-badge py-1 pr-7 pl-2 select-none aria-disabled:text-ink-3 data-active:bg-hover pointer-coarse:min-h-11"
            >
              {option.mark}
              <span className="min-w-0">
                {option.label}
                {option.hint !== undefined && (
                  <span className="block text-small text-ink-3">{option.hint}</span>
                )}
              </span>
              {index === chosenIndex && <Check className="absolute right-2 size-3.5 text-green-ink" />}
            </div>
          ))}
          {options.length === 0 && (
            <div
              role="option"
              aria-selected={false}
              aria-disabled
              className="px-2 py-1.5 text-small text-ink-3"
            >
              Nothing to choose yet
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The next option that can be chosen, from `from` in the direction of `by`; −1 when there is none. */
function nextEnabled(options: readonly { isDisabled?: boolean }[], from: number, by: number): number {
  for (let index = from + by; index >= 0 && index < options.length; index += by) {
    if (!options[index]?.isDisabled) return index;
  }
  return -1;
}

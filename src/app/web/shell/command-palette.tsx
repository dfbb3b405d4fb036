import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useFocusReturn } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { usePaletteFinds } from './palette-finds.ts';
import { PALETTE_GROUPS, type PaletteItem } from './palette-item.ts';

type CommandPaletteProps = {
  /** Typed before it was there. */
  firstText: string;
  onClose: () => void;
  onHelp: () => void;
};

/** Everything by its name: people, campaigns, agents, communities, content, screens and the common deeds. */
export function CommandPalette({ firstText, onClose, onHelp }: CommandPaletteProps) {
  const [text, setText] = useState(firstText);
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const focus = useFocusReturn(true);
  const { items, state } = usePaletteFinds(text, onHelp);
  const active = Math.min(activeIndex, items.length - 1);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active, text]);

  function choose(item: PaletteItem | undefined) {
    if (!item) return;
    onClose();
    item.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActiveIndex((active + 1) % Math.max(1, items.length));
    else if (event.key === 'ArrowUp') setActiveIndex((active - 1 + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') choose(items[active]);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-palette flex animate-fade items-start justify-center bg-scrim p-3 sm:p-[12vh_1.5rem_1.5rem]">
          <Dialog.Content
            aria-describedby={undefined}
            {...focus}
            className="flex max-h-[min(32rem,80dvh)] w-full max-w-xl animate-pop flex-col overflow-hidden rounded-work border border-line-2 bg-raised shadow-pop focus:outline-none"
          >
            <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search className="size-4 text-ink-3" />
              <input
                role="combobox"
                aria-label="Search or jump to"
                aria-expanded
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={items[active] ? `${listId}-${active}` : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                placeholder="Search or jump to"
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setActiveIndex(0);
                }}
                onKeyDown={onKeyDown}
                className="h-12 min-w-0 flex-1 bg-transparent text-h2 font-normal text-ink outline-none placeholder:text-ink-3"
              />
              <span className="pointer-coarse:hidden">
                <Kbd>Esc</Kbd>
              </span>
              {/* A finger has no such key. */}
              <Dialog.Close asChild>
                <IconButton icon={X} label="Close" className="-mr-2.5 pointer-fine:hidden" />
              </Dialog.Close>
            </div>
            <div
              ref={list}
              id={listId}
              role="listbox"
              aria-label="Results"
              className="min-h-0 flex-1 overflow-y-auto p-1.5"
            >
              {PALETTE_GROUPS.filter((group) => items.some((item) => item.group === group)).map((group) => (
                <div key={group} role="group" aria-label={group} className="pb-1">
                  <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small text-ink-3">
                    {group}
                  </p>
                  {items.map((item, index) =>
                    item.group === group ? (
                      // The keys are those of the field, which keeps the focus.
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                      <div
                        key={item.id}
                        id={`${listId}-${index}`}
                        role="option"
                        aria-selected={index === active}
                        data-active={index === active || undefined}
                        onPointerMove={() => setActiveIndex(index)}
                        onClick={() => choose(item)}
                        className="flex min-h-8 cursor-default items-center gap-2.5 rounded-control px-2.5 text-body select-none data-active:bg-hover pointer-coarse:min-h-11"
                      >
                        <item.icon className="size-4 shrink-0 text-ink-3" />
                        <span className="min-w-0 flex-1 truncate">{item.label}</span>
                        {item.hint !== undefined && (
                          <span className="max-w-[45%] truncate text-small text-ink-3">{item.hint}</span>
                        )}
                        {item.keys !== undefined && (
                          <span className="pointer-coarse:hidden">
                            <Kbd>{item.keys}</Kbd>
                          </span>
                        )}
                      </div>
                    ) : null,
                  )}
                </div>
              ))}
              {items.length === 0 && (
                <div
                  role="option"
                  aria-selected={false}
                  aria-disabled
                  className="px-2.5 py-6 text-center text-body text-ink-2"
                >
                  {state === 'failed'
                    ? 'People could not be searched just now. Try again in a moment.'
                    : state === 'searching'
                      ? 'Searching…'
                      : `Nothing is called “${text.trim()}”.`}
                </div>
              )}
            </div>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

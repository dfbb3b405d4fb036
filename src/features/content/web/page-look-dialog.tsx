import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { LONGEST_LOGO, PageFont, type PageLook } from '../contract-look.ts';
import { pageLookQuery, useChangePageLook, useRole } from './api.ts';
import { logoOf } from './logo-picture.ts';

const FONT_NAMES: Readonly<Record<PageFont, string>> = {
  sans: 'Sans serif',
  humanist: 'Humanist',
  serif: 'Serif',
  rounded: 'Rounded',
};
/** The colour of pages without one of their own. */
const USUAL_COLOR = '#1e5b3e';

/** The logo, colour and font that all landing pages carry. */
export function PageLookDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const look = useQuery({ ...pageLookQuery(), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Page look"
      description="Applies to all landing pages, including published ones."
    >
      {look.isPending ? (
        <Loading label="Loading the page look" className="space-y-4">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-8 w-full" />
        </Loading>
      ) : look.isLoadingError ? (
        <ErrorState isCompact title="The page look could not be loaded" query={look} />
      ) : (
        <LookForm look={look.data} onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function LookForm({ look, onClose }: { look: PageLook & { version: number }; onClose: () => void }) {
  const { canChange } = useRole();
  const change = useChangePageLook();
  const [typed, setTyped] = useState<PageLook>(look);
  const put = (part: Partial<PageLook>) => setTyped((before) => ({ ...before, ...part }));
  const { logo, color, font } = typed;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        change.mutate(
          { version: look.version, logo, color, font },
          {
            onSuccess: () => {
              toast({ title: 'Page look saved' });
              onClose();
            },
            onError: tellFailure('Error'),
          },
        );
      }}
    >
      <LogoField logo={logo} canChange={canChange} onChange={(next) => put({ logo: next })} />
      <Field label="Colour" hint="Buttons and links. Adjusted where text would be hard to read.">
        {(control) => (
          <div className="flex items-center gap-3">
            <input
              {...control}
              type="color"
              value={color ?? USUAL_COLOR}
              disabled={!canChange}
              onChange={(event) => put({ color: event.target.value })}
              className="h-9 w-14 rounded-control border border-control bg-surface p-1"
            />
            <span className="text-small text-ink-2">{color ?? 'Default'}</span>
            {canChange && color !== null && (
              <Button size="row" variant="ghost" onClick={() => put({ color: null })}>
                Use default
              </Button>
            )}
          </div>
        )}
      </Field>
      <Field label="Font">
        {(control) => (
          <Select
            {...control}
            value={font}
            disabled={!canChange}
            onValueChange={(value) => put({ font: PageFont.parse(value) })}
            options={PageFont.options.map((value) => ({ value, label: FONT_NAMES[value] }))}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {canChange ? 'Cancel' : 'Close'}
        </Button>
        {canChange && (
          <Button type="submit" variant="primary" isPending={change.isPending} pendingLabel="Saving…">
            Save page look
          </Button>
        )}
      </div>
    </form>
  );
}

type LogoFieldProps = {
  logo: string | null;
  canChange: boolean;
  onChange: (logo: string | null) => void;
};

function LogoField({ logo, canChange, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  async function take(file: File | undefined) {
    if (!file) return;
    const picture = await logoOf(file).catch(() => undefined);
    const isUsable = picture !== undefined && picture.length <= LONGEST_LOGO;
    setProblem(isUsable ? undefined : 'Choose a PNG, JPEG or WebP picture.');
    if (isUsable) onChange(picture);
  }
  return (
    <Field label="Logo" hint="PNG, JPEG or WebP. Without one, pages show the workspace name." error={problem}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          {logo !== null && (
            <img src={logo} alt="The logo" className="h-11 max-w-60 rounded-control object-contain" />
          )}
          <input
            {...control}
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={!canChange}
            onChange={(event) => void take(event.target.files?.[0])}
            className="max-w-full text-small text-ink-2"
          />
          {canChange && logo !== null && (
            <Button
              size="row"
              variant="ghost"
              onClick={() => {
                onChange(null);
                if (input.current) input.current.value = '';
              }}
            >
              Remove logo
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useOwnWork } from '#features/access/web/api.ts';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { TwoVersionsNotice } from '#ui/two-versions-notice.tsx';
import { readBegun, useTwoVersions } from '#ui/use-two-versions.ts';
import { PageFont, type PageLook, type VersionedLook } from '../contract-look.ts';
import { colorOf, DEFAULT_COLOR, lookOnTop } from '../rules-look.ts';
import { pageLookQuery, useChangePageLook, useRole } from './api.ts';
import { LogoField } from './logo-field.tsx';
import { PageLookPreview } from './page-look-preview.tsx';

const FONT_NAMES: Readonly<Record<PageFont, string>> = {
  system: 'Font of the device',
  inter: 'Inter (sans serif)',
  nunito: 'Nunito (rounded)',
  lora: 'Lora (serif)',
};

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
      size="large"
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

/** The colour as it is typed; '' for the default. */
const Typed = z.object({ logo: z.string().nullable(), color: z.string(), font: PageFont });
type Typed = z.infer<typeof Typed>;

function typedOf({ logo, color, font }: PageLook): Typed {
  return { logo, color: color ?? '', font };
}

function LookForm({ look, onClose }: { look: VersionedLook; onClose: () => void }) {
  const { canChange } = useRole();
  const change = useChangePageLook();
  const workspace = useQuery(workspaceQuery());
  const name = useOwnWork('content.look');
  const [begun] = useState(() => readBegun(name, Typed));
  const [typed, setTyped] = useState(() => begun?.typed ?? typedOf(look));
  const versions = useTwoVersions({
    name,
    begun,
    stored: { version: look.version, fields: typedOf(look) },
    typed,
    show: setTyped,
    onTop: lookOnTop,
    isSaving: change.isPending,
  });
  const put = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const { logo, font } = typed;
  const color = colorOf(typed.color);
  const isWrong = typed.color.trim() !== '' && color === undefined;

  function submit() {
    if (isWrong || change.isPending) return;
    change.mutate(
      { version: versions.version, logo, color: color ?? null, font },
      {
        onSuccess: () => {
          versions.end();
          toast({ title: 'Page look saved' });
          onClose();
        },
        onError: tellFailure('Page look not saved'),
      },
    );
  }

  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      <TwoVersionsNotice what="page look" versions={versions} />
      <LogoField logo={logo} canChange={canChange} onChange={(next) => put({ logo: next })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Colour"
          hint="For buttons and links. Links are made darker or lighter where they would be hard to read."
          error={isWrong ? 'Enter a colour as # and six digits, for example #1e5b3e.' : undefined}
        >
          {(control) => (
            <div className="flex items-center gap-2">
              <input
                type="color"
                aria-label="Pick a colour"
                value={color ?? DEFAULT_COLOR}
                disabled={!canChange}
                onChange={(event) => put({ color: event.target.value })}
                className="size-9 shrink-0 cursor-pointer rounded-control border border-control bg-surface p-1 disabled:cursor-default"
              />
              <Input
                {...control}
                value={typed.color}
                placeholder={DEFAULT_COLOR}
                maxLength={20}
                spellCheck={false}
                autoComplete="off"
                readOnly={!canChange}
                onChange={(event) => put({ color: event.target.value })}
              />
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
      </div>
      <PageLookPreview name={workspace.data?.name ?? ''} logo={logo} color={color ?? null} font={font} />
      <div className="flex justify-end gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            versions.end();
            onClose();
          }}
        >
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

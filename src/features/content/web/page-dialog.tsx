import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOwnWork } from '#features/access/web/api.ts';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { ClaimsFieldPanel, useTextClaims } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldPanel, useApproval } from '#features/compliance/web/claims-override-panel.tsx';
import { ConditionPanel } from '#features/compliance/web/condition-panel.tsx';
import { workspaceQuery } from '#features/settings/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { changedFields, Form, FormField, type SchemaForm, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { TwoVersionsNotice } from '#ui/two-versions-notice.tsx';
import { readBegun, useTwoVersions } from '#ui/use-two-versions.ts';
import { WebAddressInput } from '#ui/web-address-input.tsx';
import type { ContentAsset } from '../contract.ts';
import { hostedPagePath, PAGE_LIMITS, type PageOfAsset } from '../contract-pages.ts';
import { leftOutOfPage, pageWords } from '../rules-pages.ts';
import { usePublishPage, useSavePage } from './api.ts';
import { fieldsOf, PageFields, PageForm, settingsOf } from './page-form.ts';

type PageDialogProps = {
  open: boolean;
  onClose: () => void;
  asset: ContentAsset;
  known: PageOfAsset;
};

/** How an asset looks as a landing page, and the way to its address. */
export function PageDialog({ open, onClose, asset, known }: PageDialogProps) {
  const workspace = useQuery(workspaceQuery());
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="large"
      title="Landing page"
      description="The text and pictures of this asset, at an address of its own."
    >
      {workspace.isLoadingError ? (
        <ErrorState isCompact title="The workspace could not be loaded" query={workspace} />
      ) : workspace.isPending ? (
        <Loading label="Loading the landing page" className="space-y-4">
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-22 w-full" />
        </Loading>
      ) : (
        <PageFieldsForm asset={asset} known={known} workspaceName={workspace.data.name} onClose={onClose} />
      )}
    </Dialog>
  );
}

type PageFieldsFormProps = Omit<PageDialogProps, 'open'> & { workspaceName: string };

type PageSchemaForm = SchemaForm<PageFields, ReturnType<(typeof PageForm)['parse']>>;

function PageFieldsForm({ asset, known, workspaceName, onClose }: PageFieldsFormProps) {
  const { page, suggestion, obstacle } = known;
  const save = useSavePage(asset.id);
  const publish = usePublishPage(asset.id);
  const stored = fieldsOf(page, suggestion, workspaceName);
  const name = useOwnWork(`content.page.${asset.id}`);
  const [begun] = useState(() => readBegun(name, PageFields));
  const form = useSchemaForm(PageForm, { defaultValues: begun?.typed ?? stored });
  const fields = form.watch();
  const versions = useTwoVersions({
    name,
    begun,
    stored: { version: page?.version ?? 0, fields: stored },
    typed: fields,
    show: (next) => form.reset(next),
    // An address that was given out meanwhile stays.
    onTop: ({ base, mine, theirs }) => ({
      ...theirs,
      ...changedFields(mine, base),
      ...(page?.publishedAt ? { slug: theirs.slug } : {}),
    }),
    isSaving: form.formState.isSubmitting,
  });
  const words = pageWords(settingsOf(fields), asset.content);
  const claims = useTextClaims(words, 'landing_page');
  const approval = useApproval(words);
  const ofDescription = useTextClaims(fields.description, 'landing_page');
  const leftOut = leftOutOfPage(asset.content);
  const own = useRef<HTMLFormElement>(null);
  const isPublishing = useRef(false);
  const isOnline = page?.state === 'published';
  const address = `${window.location.origin}${hostedPagePath('')}`;
  return (
    <Form
      form={form}
      ref={own}
      className="space-y-4"
      onSubmit={async ({ settings, allowsCondition }) => {
        const answered = allowsCondition === undefined ? {} : { allowsCondition };
        const saved = await save.mutateAsync({ ...settings, ...answered, version: versions.version });
        versions.adopt({ version: saved.version, fields: fieldsOf(saved, suggestion, workspaceName) });
        if (!isPublishing.current) {
          versions.end();
          toast({
            title: 'Landing page kept',
            description: isOnline
              ? 'What people see changes when it is published again.'
              : 'Nobody sees it until it is published.',
          });
          onClose();
          return;
        }
        await publish.mutateAsync({
          ...answered,
          version: saved.version,
          ...approval.take(),
        });
        versions.end();
        toast({
          title: isOnline ? 'Landing page renewed' : 'Landing page published',
          description: saved.url,
        });
        onClose();
      }}
      onFailure={tellFailure('Landing page not kept')}
    >
      <TwoVersionsNotice what="landing page" versions={versions} />
      <FormField form={form} name="title" label="Title" isRequired>
        {(field) => <Input {...field} maxLength={PAGE_LIMITS.title} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="slug"
        label="Address"
        isRequired
        hint={
          page?.publishedAt
            ? 'Kept since it was first published: links to another one would lead nowhere.'
            : 'It stays once the page is published.'
        }
      >
        {(field) => (
          <div className="flex min-w-0 items-stretch">
            <span className="flex max-w-[55%] items-center truncate rounded-l-control border border-r-0 border-line-2 bg-sunk px-2.5 text-small text-ink-3">
              <span className="truncate">{address}</span>
            </span>
            <Input
              {...field}
              className="min-w-0 flex-1 rounded-l-none"
              maxLength={80}
              autoComplete="off"
              spellCheck={false}
              readOnly={Boolean(page?.publishedAt)}
            />
          </div>
        )}
      </FormField>
      <ConditionPanel
        {...(hasCondition(fields.title)
          ? { text: fields.title, place: 'page' as const }
          : { text: `${address}${fields.slug}`, place: 'address' as const })}
        {...form.register('allowsCondition')}
      />
      <FormField
        form={form}
        name="description"
        label="Short description"
        note={`${fields.description.length} of ${PAGE_LIMITS.description}`}
        hint="Wherever the page is shared, and under its title unless the text says it anyway."
      >
        {(field) => (
          <ClaimsFieldPanel
            {...field}
            claims={ofDescription}
            isEnforced
            addsRequired
            rows={2}
            maxLength={PAGE_LIMITS.description}
          />
        )}
      </FormField>
      {leftOut.length > 0 && (
        <p className="text-small text-pretty wrap-anywhere text-ink-3">
          Left out of the page, because only a mail says it: {leftOut.map((one) => `“${one}”`).join(', ')}.
        </p>
      )}
      <ActionFields form={form} kind={fields.kind} />
      <Checkbox
        label="Search engines may list it"
        hint="Otherwise it is found by those who have its address."
        {...form.register('isListed')}
      />
      <HeldPanel
        className="border-t border-line pt-4"
        blocks={claims.blocks}
        deed="Publish"
        obstacle={obstacle !== null && <p className="text-small text-amber-ink">{obstacle}</p>}
        note={
          claims.blocks.length > ofDescription.blocks.length && (
            <p className="text-small text-pretty text-ink-3">
              {claims.blocks.map(({ excerpt }) => `“${excerpt}”`).join(', ')}: edit the asset to rewrite its
              words.
            </p>
          )
        }
        onOverride={(reason) => {
          isPublishing.current = true;
          approval.give(reason);
          own.current?.requestSubmit();
        }}
      >
        {(send) => (
          <>
            <Button
              type="submit"
              disabled={form.formState.isSubmitting}
              onClick={() => {
                isPublishing.current = false;
              }}
            >
              Save draft
            </Button>
            <Button
              type="submit"
              variant="primary"
              isPending={form.formState.isSubmitting}
              pendingLabel="Publishing…"
              {...send}
              onClick={() => {
                isPublishing.current = true;
              }}
            >
              {isOnline ? 'Publish again' : 'Publish'}
            </Button>
          </>
        )}
      </HeldPanel>
    </Form>
  );
}

/** What the page asks people to do. */
function ActionFields({ form, kind }: { form: PageSchemaForm; kind: PageFields['kind'] }) {
  return (
    <fieldset className="space-y-4 border-t border-line pt-4">
      <legend className="sr-only">What people do there</legend>
      <div>
        <p aria-hidden className="mb-1 text-small font-medium text-ink-2">
          What people do there
        </p>
        <SegmentedControl
          label="What people do there"
          value={kind}
          onValueChange={(next) => form.setValue('kind', next)}
          isWide
          segments={[
            { value: 'link', label: 'Follow a button', shortLabel: 'Button' },
            { value: 'form', label: 'Leave their email', shortLabel: 'Form' },
            { value: 'none', label: 'Read', shortLabel: 'Read' },
          ]}
        />
      </div>
      {kind === 'link' && (
        <>
          <div className="grid gap-4 sm:grid-cols-[1fr_1.6fr]">
            <FormField form={form} name="linkLabel" label="Button says" isRequired>
              {(field) => <Input {...field} maxLength={PAGE_LIMITS.label} autoComplete="off" />}
            </FormField>
            <FormField form={form} name="url" label="Button leads to" isRequired>
              {(field) => <WebAddressInput {...field} />}
            </FormField>
          </div>
          <Checkbox
            label="A press counts as a conversion"
            hint="Leave it off where an order or sign-up behind the button is reported by our script."
            {...form.register('isConversion')}
          />
        </>
      )}
      {kind === 'form' && (
        <>
          <FormField form={form} name="formLabel" label="Button says" isRequired>
            {(field) => <Input {...field} maxLength={PAGE_LIMITS.label} autoComplete="off" />}
          </FormField>
          <FormField
            form={form}
            name="consent"
            label="What they agree to"
            isRequired
            hint="They tick it themselves; these words are kept with their consent."
          >
            {(field) => <Textarea {...field} rows={2} maxLength={PAGE_LIMITS.consent} />}
          </FormField>
          <FormField
            form={form}
            name="privacyUrl"
            label="Privacy notice"
            isRequired
            hint="Where it says what becomes of the address. Laws in the US, EU and UK ask for it."
          >
            {(field) => <WebAddressInput {...field} />}
          </FormField>
        </>
      )}
    </fieldset>
  );
}

import { useId, useRef } from 'react';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { ClaimsFieldPanel, useTextClaims } from '#features/compliance/web/claims-field-panel.tsx';
import { BlockedNotice, OverrideButton } from '#features/compliance/web/claims-override-panel.tsx';
import { ConditionPanel } from '#features/compliance/web/condition-panel.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { type LandingSite, NewLandingSite } from '../contract-landing.ts';
import { useCreateLandingSite } from './api.ts';

type Props = { open: boolean; onClose: () => void; onCreated: (site: LandingSite) => void };

/** A landing page for this and every later campaign. */
export function LandingPageDialog({ open, onClose, onCreated }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="New landing page"
      description="Where the links of a campaign lead. It stays in the list for later campaigns."
      size="small"
    >
      <SiteForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function SiteForm({ onClose, onCreated }: Omit<Props, 'open'>) {
  const create = useCreateLandingSite();
  const form = useSchemaForm(NewLandingSite, { defaultValues: { name: '', url: '', description: '' } });
  const [name, url, description = ''] = form.watch(['name', 'url', 'description']);
  const claims = useTextClaims(description, 'landing_page');
  const holdId = useId();
  const own = useRef<HTMLFormElement>(null);
  const isHeld = claims.blocks.length > 0;
  return (
    <Form
      form={form}
      ref={own}
      className="space-y-4"
      onSubmit={async (values) => {
        const site = await create.mutateAsync(values);
        onCreated(site);
        onClose();
      }}
      onFailure={tellFailure('Failed to create landing page.')}
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="url" label="URL" isRequired>
        {(field) => (
          <Input
            {...field}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={2_000}
            autoComplete="off"
          />
        )}
      </FormField>
      <ConditionPanel
        {...(hasCondition(name) ? { text: name, place: 'page' } : { text: url, place: 'address' })}
        {...form.register('allowsCondition')}
      />
      <FormField form={form} name="description" label="Description" note="optional">
        {(field) => (
          <ClaimsFieldPanel
            {...field}
            claims={claims}
            isEnforced
            value={description}
            maxLength={500}
            onChange={(event) => {
              // What an admin answered for is this text.
              form.setValue('overrideReason', undefined);
              field.onChange(event);
            }}
          />
        )}
      </FormField>
      {isHeld && (
        <div id={holdId}>
          <BlockedNotice count={claims.blocks.length} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <CancelButton />
        {isHeld && (
          <OverrideButton
            blocks={claims.blocks}
            deed="Create landing page"
            onOverride={(reason) => {
              form.setValue('overrideReason', reason);
              own.current?.requestSubmit();
            }}
          />
        )}
        <SubmitButton
          form={form}
          pendingLabel="Creating…"
          disabled={isHeld}
          aria-describedby={isHeld ? holdId : undefined}
        >
          Create landing page
        </SubmitButton>
      </div>
    </Form>
  );
}

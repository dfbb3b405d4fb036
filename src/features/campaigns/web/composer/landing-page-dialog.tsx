import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { ClaimsFieldPanel, useHeldText } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldFormPanel, useApproval } from '#features/compliance/web/claims-override-panel.tsx';
import { ConditionPanel } from '#features/compliance/web/condition-panel.tsx';
import { TrackerCodePanel } from '#features/tracking/web/tracker-code-panel.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { WebAddressInput } from '#ui/web-address-input.tsx';
import { type LandingSite, NewLandingSite } from '../../contract-landing.ts';
import { useCreateLandingSite } from '../api.ts';

type Props = { open: boolean; onClose: () => void; onCreated: (site: LandingSite) => void };

/** A landing page for this and every later campaign. */
export function LandingPageDialog({ open, onClose, onCreated }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="New landing page"
      description="Where the links of a campaign lead. It stays in the list for later campaigns."
    >
      <SiteForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function SiteForm({ onClose, onCreated }: Omit<Props, 'open'>) {
  const create = useCreateLandingSite();
  const form = useSchemaForm(NewLandingSite, { defaultValues: { name: '', url: '', description: '' } });
  const [name, url, description = ''] = form.watch(['name', 'url', 'description']);
  const claims = useHeldText(description, 'landing_page');
  const approval = useApproval(description);
  return (
    <Form
      form={form}
      className="space-y-4"
      onSubmit={async (values) => {
        const site = await create.mutateAsync({ ...values, ...approval.take() });
        onCreated(site);
        onClose();
      }}
      onFailure={tellFailure('Failed to create landing page.')}
    >
      <FormField form={form} name="name" label="Name" isRequired>
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="url" label="URL" isRequired>
        {(field) => <WebAddressInput {...field} />}
      </FormField>
      <ConditionPanel
        {...(hasCondition(name) ? { text: name, place: 'page' } : { text: url, place: 'address' })}
        {...form.register('allowsCondition')}
      />
      <TrackerCodePanel />
      <FormField form={form} name="description" label="Description" note="optional">
        {(field) => (
          <ClaimsFieldPanel {...field} claims={claims} isEnforced value={description} maxLength={500} />
        )}
      </FormField>
      <HeldFormPanel blocks={claims.blocks} deed="Create landing page" approval={approval} className="pt-1">
        {(send) => (
          <>
            <CancelButton />
            <SubmitButton form={form} pendingLabel="Creating…" {...send}>
              Create landing page
            </SubmitButton>
          </>
        )}
      </HeldFormPanel>
    </Form>
  );
}

import { z } from 'zod';
import { ClaimsFieldPanel, useHeldText } from '#features/compliance/web/claims-field-panel.tsx';
import { HeldFormPanel, useApproval } from '#features/compliance/web/claims-override-panel.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { changedFields, Form, FormField, SubmitButton, useSchemaForm } from '#ui/form.tsx';
import { Input } from '#ui/input.tsx';
import { UnsavedGuard } from '#ui/kept/unsaved-guard.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import {
  COMMUNITY_SUBJECTS,
  type Community,
  CommunityChange,
  CommunitySettings,
  WHO_MAY_POST,
} from '../contract.ts';
import { DEFAULT_SETTINGS, WHO_MAY_POST_WORDS } from '../rules.ts';
import { useUpdateCommunity } from './api.ts';
import { SUBJECT_LABELS } from './community-words.ts';
import { ModeratorPicker } from './moderator-picker.tsx';
import { SocialLinksFields } from './social-links-fields.tsx';

const typedNumber = (least: number, most: number) => {
  const range = `From ${least} to ${most.toLocaleString('en-US')}.`;
  return z.coerce.number<string | number>().int('A whole number.').min(least, range).max(most, range);
};

const SettingsFields = CommunityChange.required()
  .omit({ settings: true, overrideReason: true })
  .extend({
    settings: CommunitySettings.required().extend({
      // Typed as a list, one per line.
      allowedDomains: z
        .string()
        .transform((text) => text.split(/[\s,]+/).filter(Boolean))
        .pipe(CommunitySettings.shape.allowedDomains.unwrap()),
      weights: z.object({
        post: typedNumber(0, 100),
        comment: typedNumber(0, 100),
        reaction: typedNumber(0, 100),
      }),
      moderatorDailyLimit: typedNumber(1, 1_000),
    }),
  });

const POST_OPTIONS = WHO_MAY_POST.map((value) => ({ value, label: WHO_MAY_POST_WORDS[value] }));

type CommunitySettingsFormProps = { community: Community; canChange: boolean };

export function CommunitySettingsForm({ community, canChange }: CommunitySettingsFormProps) {
  const update = useUpdateCommunity(community.id);
  const stored = valuesOf(community);
  const form = useSchemaForm(SettingsFields, { defaultValues: stored, values: stored });
  const { isDirty } = form.formState;
  const description = form.watch('description');
  const claims = useHeldText(description, 'community_post', { unless: community.description });
  const name = form.watch('name');
  const nameClaims = useHeldText(name, 'community_post', { unless: community.name });
  const [nameBlock] = nameClaims.blocks;
  const approval = useApproval(name, description);
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const { settings, ...rest } = values;
        const before = SettingsFields.safeParse(form.formState.defaultValues).data;
        const changed = {
          ...changedFields(rest, before),
          settings: changedFields(settings, before?.settings),
        };
        form.reset(valuesOf(await update.mutateAsync({ ...changed, ...approval.take() })));
        toast({ title: 'Settings saved' });
      }}
      className="max-w-[40rem]"
    >
      <UnsavedGuard isDirty={isDirty} />
      <fieldset disabled={!canChange} className="space-y-7">
        {!canChange && (
          <p className="text-small text-ink-3">Only a member or an admin of the workspace changes these.</p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="moderatorExpertId"
            label="AI moderator"
            hint="It reads what is posted from now on and nobody has answered, and calls a person where somebody may be in danger."
          >
            {({ onChange, value, ...field }) => (
              <ModeratorPicker {...field} value={value} onValueChange={onChange} />
            )}
          </FormField>
          <FormField
            form={form}
            name="isActive"
            label="Status"
            hint="While inactive, other sites show nothing and nobody is mirrored."
          >
            {({ value, onChange }) => (
              <SegmentedControl
                isWide
                label="Status"
                value={value ? 'active' : 'inactive'}
                onValueChange={(next) => onChange(next === 'active')}
                segments={[
                  { value: 'active', label: 'Active' },
                  { value: 'inactive', label: 'Inactive' },
                ]}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="settings.moderatorMode"
            label="Answers of the moderator"
            hint="Flagged posts and talk of medicine or danger always wait for a person."
          >
            {({ value, onChange }) => (
              <SegmentedControl
                isWide
                label="Answers of the moderator"
                value={value}
                onValueChange={onChange}
                segments={[
                  { value: 'drafts', label: 'Wait for a person' },
                  { value: 'answers', label: 'Leave by themselves' },
                ]}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="settings.moderatorDailyLimit"
            label="Posts it answers a day"
            hint="What comes beyond waits for people. Words of danger are always looked at."
          >
            {(field) => <Input {...field} value={String(field.value)} inputMode="numeric" />}
          </FormField>
          <FormField form={form} name="settings.whoMayPost" label="Who may post">
            {({ onChange, ...field }) => (
              <Select {...field} onValueChange={onChange} options={POST_OPTIONS} />
            )}
          </FormField>
          <FormField form={form} name="settings.theme" label="Theme on other sites">
            {({ value, onChange }) => (
              <SegmentedControl
                isWide
                label="Theme on other sites"
                value={value}
                onValueChange={onChange}
                segments={[
                  { value: 'light', label: 'Light' },
                  { value: 'dark', label: 'Dark' },
                  { value: 'auto', label: 'As the reader' },
                ]}
              />
            )}
          </FormField>
          <Checkbox
            label="Hold every post"
            hint="Posts of members wait for a person, flagged or not."
            {...form.register('settings.holdsAll')}
          />
          <Checkbox
            label="Visitors may ask to join"
            hint="On pages of the domains below, by mail and with a link to confirm."
            {...form.register('settings.allowsJoining')}
          />
          <FormField
            form={form}
            name="settings.allowedDomains"
            label="Allowed domains"
            note="one per line"
            hint="Without any, every site may show the community and none can invite."
            className="sm:col-span-2"
          >
            {(field) => <Textarea {...field} rows={3} spellCheck={false} placeholder="shop.example.com" />}
          </FormField>
        </div>
        <div>
          <h2 className="text-h2">Activity levels</h2>
          <p className="mt-0.5 mb-3 text-small text-pretty text-ink-3">
            Points of the last 90 days make a member present (1), regular (15) or a pillar (60).
          </p>
          <div className="grid grid-cols-3 gap-4">
            {(['post', 'comment', 'reaction'] as const).map((deed) => (
              <FormField key={deed} form={form} name={`settings.weights.${deed}`} label={`Per ${deed}`}>
                {(field) => <Input {...field} value={String(field.value)} inputMode="numeric" />}
              </FormField>
            ))}
          </div>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <h2 className="text-h2 sm:col-span-2">About the community</h2>
          <FormField
            form={form}
            name="name"
            label="Name"
            isRequired
            hint={nameBlock && `“${nameBlock.excerpt}” blocks it: ${nameBlock.explanation}`}
          >
            {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="subject" label="Subject">
            {({ onChange, ...field }) => (
              <Select
                {...field}
                onValueChange={onChange}
                options={COMMUNITY_SUBJECTS.map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
              />
            )}
          </FormField>
          <FormField form={form} name="description" label="Description" className="sm:col-span-2">
            {(field) => <ClaimsFieldPanel {...field} claims={claims} isEnforced maxLength={2_000} rows={3} />}
          </FormField>
          <SocialLinksFields form={form} nameOf={(network) => `socialMediaLinks.${network}`} />
        </div>
      </fieldset>
      {canChange && (
        <HeldFormPanel
          blocks={[...nameClaims.blocks, ...claims.blocks]}
          deed="Save settings"
          approval={approval}
          note={!isDirty && <span className="text-small text-ink-3">Nothing to save</span>}
          align="start"
          className="mt-6"
        >
          {({ disabled, ...send }) => (
            <SubmitButton form={form} disabled={!isDirty || disabled} pendingLabel="Saving…" {...send}>
              Save settings
            </SubmitButton>
          )}
        </HeldFormPanel>
      )}
    </Form>
  );
}

function valuesOf({
  name,
  description,
  subject,
  moderatorExpertId,
  socialMediaLinks,
  isActive,
  settings,
}: Community) {
  const merged = { ...DEFAULT_SETTINGS, ...settings };
  return {
    name,
    description,
    subject,
    moderatorExpertId,
    socialMediaLinks,
    isActive,
    settings: { ...merged, allowedDomains: merged.allowedDomains.join('\n') },
  };
}

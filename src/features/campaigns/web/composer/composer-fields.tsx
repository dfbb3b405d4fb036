import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { hasCondition } from '#features/compliance/rules-conditions.ts';
import { ConditionPanel } from '#features/compliance/web/condition-panel.tsx';
import { cn } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { WebAddressInput } from '#ui/web-address-input.tsx';
import { CHANNELS, type Channel, DEFAULT_OBJECTIVE } from '../../contract.ts';
import type { LandingSite } from '../../contract-landing.ts';
import { CHANNEL_LABELS } from '../../rules.ts';
import { shortUrl } from '../campaign-words.ts';
import { type CampaignDraft, toggleChannel } from './campaign-draft.ts';
import { LandingPageDialog } from './landing-page-dialog.tsx';

const CUSTOM = 'custom';

type ComposerFieldsProps = {
  draft: CampaignDraft;
  sites: readonly LandingSite[];
  onChange: (part: Partial<CampaignDraft>) => void;
};

/** What the campaign is called, what it is for, where it leads and how it travels. */
export function ComposerFields({ draft, sites, onChange }: ComposerFieldsProps) {
  // One permission holds for both; the name comes first.
  const hasNamedPage = !hasCondition(draft.name) && draft.isCustomUrl;
  return (
    <div className="grid gap-x-5 gap-y-3 border-b border-line-2 px-5 pb-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_auto]">
      <Field label="Campaign name" isRequired>
        {(control) => (
          <Input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog waited for what it offers; its first field has the focus
            autoFocus
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Objective" note="readers may see it">
        {(control) => (
          <Input
            {...control}
            value={draft.objective}
            maxLength={500}
            placeholder={DEFAULT_OBJECTIVE}
            autoComplete="off"
            onChange={(event) => onChange({ objective: event.target.value })}
          />
        )}
      </Field>
      <LandingPageField draft={draft} sites={sites} onChange={onChange} />
      <fieldset data-missing={draft.channels.length === 0 ? '' : undefined}>
        <legend className="mb-1 text-small font-medium text-ink-2">Channels</legend>
        <div className="flex flex-wrap gap-2">
          {CHANNELS.map((channel) => (
            <ChannelToggle
              key={channel}
              channel={channel}
              isOn={draft.channels.includes(channel)}
              onToggle={() => onChange({ channels: toggleChannel(draft.channels, channel) })}
            />
          ))}
        </div>
      </fieldset>
      <div className="col-span-full empty:hidden">
        <ConditionPanel
          {...(hasNamedPage
            ? { text: draft.customUrl, place: 'address' }
            : { text: draft.name, place: 'campaign' })}
          checked={draft.allowsCondition}
          onChange={(event) => onChange({ allowsCondition: event.target.checked })}
        />
      </div>
    </div>
  );
}

function ChannelToggle({
  channel,
  isOn,
  onToggle,
}: {
  channel: Channel;
  isOn: boolean;
  onToggle: () => void;
}) {
  const Icon = isOn ? Check : Plus;
  return (
    <label
      className={cn(
        'relative inline-flex h-8 items-center gap-1.5 rounded-control border px-2.5 text-label transition-colors duration-80 pointer-coarse:h-11',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOn
          ? 'border-green-l bg-green-t text-green-ink'
          : 'border-control bg-surface text-ink-2 hover:bg-hover hover:text-ink',
      )}
    >
      <input
        type="checkbox"
        checked={isOn}
        onChange={onToggle}
        className="absolute inset-0 appearance-none opacity-0"
      />
      <Icon className="size-4" />
      {CHANNEL_LABELS[channel]}
    </label>
  );
}

function LandingPageField({ draft, sites, onChange }: ComposerFieldsProps) {
  const [isCreating, setIsCreating] = useState(false);
  const [wasLeft, setWasLeft] = useState(false);
  const isBroken =
    wasLeft && draft.customUrl.trim() !== '' && !/^https?:\/\/[^\s/]+/i.test(draft.customUrl.trim());
  return (
    <div className="min-w-0">
      <Field label="Landing page" isRequired>
        {(control) => (
          <div className="flex gap-2">
            <Select
              {...control}
              className="flex-1"
              value={draft.isCustomUrl ? CUSTOM : draft.landingSiteId}
              placeholder="Choose a landing page"
              onValueChange={(value) =>
                onChange(
                  value === CUSTOM ? { isCustomUrl: true } : { isCustomUrl: false, landingSiteId: value },
                )
              }
              options={[
                ...sites.map((site) => ({ value: site.id, label: site.name, hint: shortUrl(site.url) })),
                { value: CUSTOM, label: 'Custom URL' },
              ]}
            />
            <IconButton
              icon={Plus}
              label="New landing page"
              variant="secondary"
              size="control"
              onClick={() => setIsCreating(true)}
            />
          </div>
        )}
      </Field>
      {draft.isCustomUrl && (
        <Field
          label="Custom URL"
          className="mt-2"
          isRequired
          error={isBroken ? 'Enter an address that starts with http:// or https://.' : undefined}
        >
          {(control) => (
            <WebAddressInput
              {...control}
              value={draft.customUrl}
              onBlur={() => setWasLeft(true)}
              onChange={(event) => onChange({ customUrl: event.target.value })}
            />
          )}
        </Field>
      )}
      <LandingPageDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(site) => onChange({ isCustomUrl: false, landingSiteId: site.id })}
      />
    </div>
  );
}

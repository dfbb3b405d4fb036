import { useId } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { ContactChannel } from '../contract.ts';
import { CONTACT_CHANNEL_LABELS } from '../rules-consent.ts';

type ConsentChannelsFieldProps = {
  legend: string;
  hint: string;
  channels: readonly ContactChannel[];
  onChange: (channels: ContactChannel[]) => void;
  className?: string;
};

/** What a yes is a yes to: nobody who agreed to mail agreed to messages on their telephone. */
export function ConsentChannelsPicker({
  legend,
  hint,
  channels,
  onChange,
  className,
}: ConsentChannelsFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} className={className}>
      <legend className="mb-1 text-small font-medium text-ink-2">{legend}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {ContactChannel.options.map((channel) => (
          <Checkbox
            key={channel}
            label={CONTACT_CHANNEL_LABELS[channel]}
            checked={channels.includes(channel)}
            onChange={({ target }) =>
              onChange(
                ContactChannel.options.filter((each) =>
                  each === channel ? target.checked : channels.includes(each),
                ),
              )
            }
          />
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-small text-ink-3">
        {hint}
      </p>
    </fieldset>
  );
}

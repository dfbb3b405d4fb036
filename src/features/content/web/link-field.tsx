import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { isLinkTarget, isWebAddress } from '#engines/markup/targets.ts';
import { Button } from '#ui/button.tsx';
import { cn } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { WebAddressInput } from '#ui/web-address-input.tsx';

type LinkFieldProps = {
  /** The caret stands in a link. */
  isOn: boolean;
  /** Where it leads now; '' for nowhere. */
  current: () => string;
  onSet: (href: string) => void;
  onRemove: () => void;
};

/** Makes words lead to an address. */
export function LinkField({ isOn, current, onSet, onRemove }: LinkFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <Popover
      label="Link"
      className="w-80"
      open={isOpen}
      onOpenChange={(opens) => {
        setIsOpen(opens);
        setAddress(current());
        setProblem(undefined);
      }}
      trigger={
        <IconButton
          icon={Link2}
          label="Link"
          aria-pressed={isOn}
          className={cn(isOn && 'bg-hover text-ink')}
        />
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The form around the editor is another one.
          event.stopPropagation();
          const href = withScheme(address.trim());
          if (!isLinkTarget(href) || (isWebAddress(href) && !URL.canParse(href))) {
            setProblem('Enter an address that starts with https://, an email address or a phone number.');
            return;
          }
          setIsOpen(false);
          onSet(href);
        }}
      >
        <Field label="Address" error={problem}>
          {(control) => (
            <WebAddressInput
              {...control}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <div className="mt-3 flex justify-end gap-2">
          {isOn && (
            <Button
              variant="ghost"
              onClick={() => {
                setIsOpen(false);
                onRemove();
              }}
            >
              Remove link
            </Button>
          )}
          <Button type="submit" variant="primary">
            Set link
          </Button>
        </div>
      </form>
    </Popover>
  );
}

/** "shop.example/tea" → "https://shop.example/tea" */
function withScheme(address: string): string {
  if (/^[^\s@/:]+@[\w-]+(?:\.[\w-]+)+$/.test(address)) return `mailto:${address}`;
  if (/^\+?[\d\s().-]{5,30}$/.test(address)) return `tel:${address.replaceAll(/[^+\d]/g, '')}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(address) ? `https://${address}` : address;
}

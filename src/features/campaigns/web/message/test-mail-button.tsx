import { Button } from '#ui/button.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { VariantLetter } from '../../contract.ts';
import type { PreviewInput } from '../api.ts';
import { useTestMail } from '../api.ts';

/** Sends the message that is shown to whoever is signed in. */
export function TestMailButton({
  input,
  ordinal,
  variant,
}: {
  input: PreviewInput;
  ordinal: number;
  variant: VariantLetter;
}) {
  const send = useTestMail();
  return (
    <Button
      size="row"
      variant="ghost"
      isPending={send.isPending}
      pendingLabel="Sending…"
      onClick={() =>
        send.mutate(
          { ...input, ordinal: Math.max(0, ordinal), variant },
          {
            onSuccess: ({ outcome, to, text }) =>
              toast(
                outcome === 'sent'
                  ? { title: 'Test sent', description: `To ${to}. It looks as this person would get it.` }
                  : { title: 'The test did not leave', description: text, variant: 'destructive' },
              ),
            onError: tellFailure('The test did not leave'),
          },
        )
      }
    >
      Send test
    </Button>
  );
}

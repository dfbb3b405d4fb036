import { useQuery } from '@tanstack/react-query';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { KeptPlace } from '#ui/kept/kept-place.tsx';
import { PartialNotice } from '#ui/partial-notice.tsx';
import { unspecifiedConsentsQuery } from '../api.ts';

type UnsaidConsentNoticeProps = {
  /** The list shows just these people. */
  isShown: boolean;
  onShow: () => void;
};

/** People whose agreement opens no more than mail, because nothing says what else it is about; nothing without them. */
export function UnspecifiedConsentNotice({ isShown, onShow }: UnsaidConsentNoticeProps) {
  const count = useQuery(unspecifiedConsentsQuery());
  return (
    <KeptPlace name="leads-unsaid-consents" isLoading={count.isPending}>
      {Boolean(count.data) && (
        <PartialNotice
          title={`${countOf(count.data ?? 0, 'lead')} agreed, and nothing says to what.`}
          action={
            !isShown && (
              <Button size="row" onClick={onShow}>
                Show them
              </Button>
            )
          }
          className="border-t"
        >
          Their consent counts for mail alone: open each and record the other channels that they agreed to,
          with the proof.
        </PartialNotice>
      )}
    </KeptPlace>
  );
}

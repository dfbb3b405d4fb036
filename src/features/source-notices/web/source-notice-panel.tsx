import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useCanChange } from '#features/access/web/api.ts';
import type { Lead } from '#features/leads/contract.ts';
import { languageName } from '#kit/language.ts';
import { countOf } from '#kit/text.ts';
import { Button } from '#ui/button.tsx';
import { DisabledReason } from '#ui/disabled-reason.tsx';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import type { SourceNotice } from '../contract.ts';
import { canSendNotice, noticeTitle, tallyWords } from '../rules.ts';
import { sourceNoticeQuery, useSendSourceNotice } from './api.ts';

/** Whether a person has been told where we have their data from, until when they must be, and the button that does it. */
export function SourceNoticePanel({ lead }: { lead: Pick<Lead, 'id' | 'name'> }) {
  const notice = useQuery(sourceNoticeQuery(lead.id));
  return (
    <DrawerSection title={notice.data ? noticeTitle(notice.data, new Date()) : 'Source notice'}>
      {notice.isPending ? (
        <Loading label="Loading the source notice" className="space-y-2">
          <Skeleton className="h-4" />
          <Skeleton className="h-8 w-40" />
        </Loading>
      ) : notice.isError ? (
        <ErrorState isCompact title="The source notice could not be loaded" query={notice} />
      ) : (
        <NoticeDetails key={lead.id} lead={lead} notice={notice.data} />
      )}
    </DrawerSection>
  );
}

function NoticeDetails({ lead, notice }: { lead: Pick<Lead, 'id' | 'name'>; notice: SourceNotice }) {
  const canChange = useCanChange();
  const send = useSendSourceNotice();
  const isUnconfirmed = notice.state === 'unconfirmed';
  return (
    <>
      <p className="text-small wrap-anywhere text-ink-2">{noticeText(notice)}</p>
      {canSendNotice(notice.state, { again: true }) && (
        <p className="mt-1 text-small text-pretty text-ink-3">{languageWords(notice)}</p>
      )}
      {canChange && canSendNotice(notice.state, { again: true }) && (
        <DisabledReason reason={notice.obstacle} side="below" className="mt-3">
          {(control) => (
            <Button
              {...control}
              isPending={send.isPending}
              pendingLabel="Sending…"
              onClick={() =>
                send.mutate(
                  { leadId: lead.id, again: isUnconfirmed },
                  {
                    onSuccess: (after) => tell(lead.name, after),
                    onError: tellFailure('The source notice was not sent'),
                  },
                )
              }
            >
              {isUnconfirmed ? 'Send it again' : 'Send source notice'}
            </Button>
          )}
        </DisabledReason>
      )}
    </>
  );
}

/** In which language it goes, and why in that one. */
function languageWords({ language }: SourceNotice): string {
  return language === 'en'
    ? 'It goes in English.'
    : `It goes in ${languageName(language)}, as the words that are stored about them.`;
}

function noticeText({ state, campaignName, note }: SourceNotice): string {
  if (note !== null) return note;
  switch (state) {
    case 'not_needed':
      return 'They gave you their data themselves.';
    case 'sending':
      return 'The mail server has not answered yet.';
    case 'sent':
    case 'outbox':
      return campaignName === null ? 'By email.' : `With the first message of “${campaignName}”.`;
    default:
      return 'Says where you have their data from, within a month (GDPR Art. 14). The first message of a campaign says it too.';
  }
}

function tell(name: string, { state, note }: SourceNotice): void {
  if (state === 'sent') toast({ title: `Source notice sent to ${name}` });
  // As far as it can come, and it has reached nobody.
  else if (state === 'outbox') toast({ title: `Source notice sent to ${name}`, description: note ?? '' });
  else if (state === 'kept')
    toast({ title: 'The source notice was not sent', description: note ?? '', variant: 'destructive' });
  else toast({ title: 'The source notice did not arrive', description: note ?? '', variant: 'destructive' });
}

type BulkProps = { leads: readonly Pick<Lead, 'id'>[]; onDone: () => void };

/** The same for all chosen leads, one after the other; whoever was told already is not told again. */
export function SendNoticesButton({ leads, onDone }: BulkProps) {
  const send = useSendSourceNotice();
  const [done, setDone] = useState<number | null>(null);
  async function sendAll() {
    const tally = { told: 0, notNeeded: 0, refused: 0, kept: 0, lost: 0 };
    for (const [index, { id }] of leads.entries()) {
      setDone(index);
      try {
        const { state } = await send.mutateAsync({ leadId: id });
        if (state === 'sent' || state === 'outbox') tally.told += 1;
        else if (state === 'kept') tally.kept += 1;
        else if (state === 'not_needed') tally.notNeeded += 1;
        else tally.lost += 1;
      } catch {
        tally.refused += 1;
      }
    }
    setDone(null);
    const description = tallyWords(tally);
    const untold = tally.refused + tally.kept + tally.lost;
    toast({
      title: `${tally.told} of ${countOf(leads.length, 'lead')} told where you have their data from`,
      ...(description === '' ? {} : { description }),
      ...(untold > 0 ? { variant: 'destructive' as const } : {}),
    });
    if (untold === 0) onDone();
  }
  return (
    <Button
      size="row"
      icon={FileText}
      isPending={done !== null}
      pendingLabel={`Sending ${(done ?? 0) + 1} of ${leads.length}…`}
      onClick={() => void sendAll()}
    >
      Send source notice
    </Button>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '#features/campaigns/contract.ts';
import { CHANNEL_LABELS, ofWhichToOutbox } from '#features/campaigns/rules.ts';
import { CampaignDrawer } from '#features/campaigns/web/campaign-panel.tsx';
import { AuditPanel } from '#features/compliance/web/audit-panel.tsx';
import { ExportLinks } from '#features/compliance/web/export-link.tsx';
import { SentTextPanel } from '#features/compliance/web/sent-text-panel.tsx';
import { countOf } from '#kit/text.ts';
import { DrawerSection } from '#ui/drawer.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { exportSentMessages, type SentText } from '../contract.ts';
import { sentTextsQuery } from './api.ts';

/** What of a campaign can be proved: who decided what, and every text that was sent. */
export function SentMessageLogDrawer({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  return (
    <CampaignDrawer campaign={campaign} part="Audit trail" onClose={onClose}>
      <AuditPanel subject={`campaign:${campaign.id}`} title="Decisions" topics={['campaigns']} />
      <SentTexts campaignId={campaign.id} />
    </CampaignDrawer>
  );
}

function SentTexts({ campaignId }: { campaignId: string }) {
  const texts = useQuery(sentTextsQuery(campaignId));
  const path = exportSentMessages.path.replace(':id', campaignId);
  return (
    <DrawerSection
      title="Texts sent"
      note={
        texts.data &&
        texts.data.length > 0 && <ExportLinks path={path} label="every message, word for word" />
      }
    >
      {texts.isPending ? (
        <Loading label="Loading the texts" className="space-y-3 py-1">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : texts.isError ? (
        <ErrorState isCompact title="The texts could not be loaded" query={texts} />
      ) : texts.data.length === 0 ? (
        <p className="text-small text-ink-3">
          None yet. Each stands here with its findings once the first message is sent with it.
        </p>
      ) : (
        <ol className="space-y-5">
          {texts.data.map((text) => (
            <SentTextItem key={text.id} sent={text} />
          ))}
        </ol>
      )}
    </DrawerSection>
  );
}

function SentTextItem({ sent }: { sent: SentText }) {
  const { channel, variant, subject, text, claims, override, messages, outbox, lastSentAt } = sent;
  return (
    <li>
      <SentTextPanel
        title={`${CHANNEL_LABELS[channel]}${variant === 'A' ? '' : `, variant ${variant}`}, ${countOf(messages, 'message')} sent${ofWhichToOutbox(outbox)}`}
        note={
          lastSentAt !== null && (
            <>
              last <RelativeTime value={lastSentAt} />
            </>
          )
        }
        subject={subject}
        text={text}
        checked={
          claims && {
            jurisdictions: claims.jurisdictions,
            findings: [...claims.subject, ...claims.body],
          }
        }
        override={override}
      />
    </li>
  );
}

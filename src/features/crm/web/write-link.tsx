import { ArrowRight, Copy, ExternalLink, X } from 'lucide-react';
import { createContext, type ReactNode, use, useRef } from 'react';
import type { Lead } from '#features/leads/contract.ts';
import { isPractice, STAGE_LABELS } from '#features/leads/rules.ts';
import { Button } from '#ui/button.tsx';
import type { ButtonSize, ButtonVariant } from '#ui/button-class.ts';
import { copyText } from '#ui/copy-text.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { tellFailure } from '#ui/tell-failure.ts';
import { toast } from '#ui/toast.ts';
import { type ContactWay, contactWay, type Letter } from '../rules-contact.ts';
import { useMarkContacted, useTakeBackContact } from './api.ts';
import { endManualMessage, startManualMessage, useIsManualMessageStarted } from './manual-message-drafts.ts';

/** What is written to somebody, where more is known of that than here: what sends messages knows it. */
type Letters = {
  draft: (lead: Lead) => Required<Pick<Letter, 'text' | 'saysSource'>> & {
    /** Where the text is in another language than that of the screens. */
    subject: string | undefined;
  };
  /** What is to be said once a letter is noted; '' for nothing. */
  afterwards: (lead: Lead, letter: { saysSource: boolean }) => Promise<string>;
};
export const LetterContext = createContext<Letters | null>(null);

type WriteLinkProps = {
  lead: Lead;
  letter: Letter;
  /** What it says; told the way, where the words depend on it. */
  label: string | ((way: ContactWay) => string);
  className: string;
  /** Among many of the same words it says whom it is about. */
  isNamed?: boolean;
  hasIcon?: boolean;
  /** Of the button that comes in its place. */
  markLook?: { variant?: ButtonVariant; size?: ButtonSize };
  /** Without it the link opens and nothing is asked: a viewer marks nothing. */
  canMark?: boolean;
  /** They were written to, and it is noted. */
  onSent?: () => void;
};

/**
 * Opens where one person is written to, the mail program or their account. What happens there nobody tells us, so
 * it asks afterwards, and what is marked as sent counts like any message. Nothing for whom nobody can write to.
 */
export function WriteLink(props: WriteLinkProps) {
  const { lead, label, className, isNamed = false, hasIcon = false, canMark = true } = props;
  const letters = use(LetterContext);
  const draft = letters?.draft(lead);
  const subject = (props.letter.text === undefined ? draft?.subject : undefined) ?? props.letter.subject;
  const letter: Letter = { ...draft, ...props.letter, subject };
  const way = contactWay(lead, letter);
  const isBegun = useIsManualMessageStarted(lead.id);
  const wasHereRef = useRef(false);
  const isBackRef = useRef(false);
  if (way === null) return null;
  if (isBegun && canMark) {
    return <MarkSent {...props} letter={letter} way={way} wasHereRef={wasHereRef} isBackRef={isBackRef} />;
  }

  // The button that said "not sent" has gone; the focus comes back with the link.
  const comeBack = (element: HTMLElement | null): void => {
    if (!element || !isBackRef.current) return;
    isBackRef.current = false;
    element.focus();
  };

  const begin = (): void => {
    wasHereRef.current = true;
    if (canMark) startManualMessage(lead.id);
  };
  const text = typeof label === 'string' ? label : label(way);
  const where = way.channel !== 'email' && typeof label === 'string' ? ` ${way.where}` : '';
  const named = isNamed ? { 'aria-label': `${text}: ${lead.name}${where}` } : {};
  const words = (
    <>
      {text}
      {/* A mail is what one expects. */}
      {where !== '' && <span className="sr-only">{where}</span>}
    </>
  );
  if (way.href === null) {
    return (
      <button
        type="button"
        ref={comeBack}
        {...named}
        className={className}
        onClick={() => void copyAddress(lead, way).then(begin)}
      >
        {words}
        {hasIcon && <Copy className="size-3.5" />}
      </button>
    );
  }
  const isMail = way.channel === 'email';
  const Icon = isMail ? ArrowRight : ExternalLink;
  return (
    <a
      ref={comeBack}
      href={way.href}
      {...named}
      {...(isMail ? {} : { target: '_blank', rel: 'noreferrer' })}
      className={className}
      onClick={() => {
        begin();
        if (!way.isFilled) void copyDraft(letter, way);
      }}
    >
      {words}
      {hasIcon && <Icon className="size-3.5" />}
    </a>
  );
}

/** Where no page of theirs is known, the address is what helps. */
async function copyAddress({ platform }: Lead, { address }: ContactWay): Promise<void> {
  const where = isPractice(platform)
    ? 'People of the practice network are made up, so there is no page to open. Mark it as sent to go on.'
    : 'No page of theirs is known. Write to them where you know them, then mark it as sent.';
  const isCopied = await copyText(address);
  toast({ title: isCopied ? `${address} copied` : address, description: where });
}

/** Where the letter cannot be put into the page that opens, it is there to be pasted. */
async function copyDraft({ text = '' }: Letter, { where }: ContactWay): Promise<void> {
  if (text === '' || !(await copyText(text))) return;
  toast({ title: 'A first version of the letter is copied', description: `Paste it ${where}.` });
}

/** What the focus goes to when the button goes. */
const HOME = '[role=row], article, li, [role=complementary]';

type MarkSentProps = WriteLinkProps & {
  way: ContactWay;
  wasHereRef: { current: boolean };
  isBackRef: { current: boolean };
};

function MarkSent(props: MarkSentProps): ReactNode {
  const { lead, letter, way, markLook, onSent, wasHereRef, isBackRef } = props;
  const letters = use(LetterContext);
  const marking = useMarkContacted();
  const takingBack = useTakeBackContact();
  const size = markLook?.size ?? 'row';

  async function mark(home: HTMLElement | null): Promise<void> {
    // Told by its promise: whoever was written to may have left the list by the time it is noted.
    // An address alone was copied where there is no page: what they were told nobody knows.
    const saysSource = letter.saysSource === true && way.href !== null;
    const { stage } = await marking.mutateAsync({ id: lead.id, channel: way.channel, saysSource });
    endManualMessage(lead.id);
    const said = await letters?.afterwards(lead, { saysSource });
    const description = [stage === lead.stage ? '' : `Moved to ${STAGE_LABELS[stage]}.`, said]
      .filter(Boolean)
      .join(' ');
    toast({
      title: `Noted that ${lead.name} was written to ${way.where}`,
      ...(description === '' ? {} : { description }),
      undo: () => {
        // Whether it was sent is asked again.
        takingBack
          .mutateAsync(lead.id)
          .then(
            () => startManualMessage(lead.id),
            tellFailure(`The mark of ${lead.name} was not taken back`),
          );
      },
    });
    const isFocusable = home?.hasAttribute('tabindex') ?? false;
    (isFocusable ? home : home?.querySelector<HTMLElement>('a[href], button:not(:disabled)'))?.focus();
    onSent?.();
  }

  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <Button
        size={size}
        variant={markLook?.variant ?? 'secondary'}
        aria-label={`Mark as sent to ${lead.name}`}
        isPending={marking.isPending}
        pendingLabel="Saving…"
        // The link that was pressed has gone; the focus stays with what has come in its place.
        ref={(button) => {
          if (!button || !wasHereRef.current) return;
          wasHereRef.current = false;
          button.focus();
        }}
        onClick={({ currentTarget }) =>
          void mark(currentTarget.closest<HTMLElement>(HOME)).catch(
            tellFailure(`The message to ${lead.name} was not marked as sent`),
          )
        }
      >
        Mark as sent
      </Button>
      <IconButton
        size={size}
        icon={X}
        label={`Not sent to ${lead.name}`}
        onClick={() => {
          isBackRef.current = true;
          endManualMessage(lead.id);
        }}
      />
    </span>
  );
}

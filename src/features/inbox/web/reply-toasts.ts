import { type ToastInput, toast } from '#ui/toast.ts';
import type { ReplyThread } from '../contract.ts';
import { answerProblem } from '../rules-reply-labels.ts';

/** What they said in another way stays: by the link, or in another reply. */
export function tellUndone({ leadName }: ReplyThread): void {
  toast({
    title: 'Unsubscribe undone',
    description: `This reply no longer keeps ${leadName} from getting messages.`,
  });
}

/** What became of an answer that was sent from the box. */
export function answerToast({ items, isDone, leadName }: ReplyThread): ToastInput {
  const problem = answerProblem(items);
  if (problem === null) return { title: 'Answer sent', description: leadName };
  if (isDone && problem.reason === 'practice_address') {
    const description = `${leadName} has a practice address, so nothing is sent. The reply is done.`;
    return { title: 'Answer stored in the outbox', description };
  }
  if (problem.reason === 'no_mail_server') {
    const description = `No mail server is configured (SMTP_URL). The reply from ${leadName} stays open; send the answer again once one is set up.`;
    return { title: 'Answer kept in the outbox', description, variant: 'destructive' };
  }
  const title = isDone ? 'The answer may not have arrived' : 'The answer was not sent';
  return { title, description: problem.note, variant: 'destructive' };
}

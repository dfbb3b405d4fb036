type DraftKind = 'note' | 'task' | 'reply';

const NAME = /^(?:note|task|reply)\.([\da-f-]{36})\./;

/**
 * Under which a browser keeps what somebody began to write about a person. It names the person, so that it goes with
 * them; `id` is that of what is changed or answered.
 */
export function draftNameOf(leadId: string, kind: DraftKind, id?: string): string {
  return [kind, leadId, ...(id === undefined ? [] : [id])].join('.');
}

export function isNoteDraft(name: string): boolean {
  return name.startsWith('note.');
}

/** The id of what is changed or answered; undefined for what is new. */
export function subjectOfDraft(name: string): string | undefined {
  const [, , subject, owner] = name.split('.');
  return owner === undefined ? undefined : subject;
}

/** Whom unfinished work is about; undefined where it is about nobody. */
export function leadOfDraft(name: string): string | undefined {
  return NAME.exec(name)?.[1];
}

import { z } from 'zod';
import { Jurisdiction } from '#features/settings/contract.ts';
import { endpoint, PageQuery, RawAnswer } from '#kit/endpoint.ts';

/** block: it may not leave · warn: somebody has to look · suggest: it could be better. */
export const Severity = z.enum(['suggest', 'warn', 'block']);
export type Severity = z.infer<typeof Severity>;

/** One place of a text that a rule of health advertising speaks about. */
export const Finding = z.object({
  /** Stable name of the rule: "disease-claim". */
  rule: z.string(),
  severity: Severity,
  /** Where the rule holds, of those that were asked about. */
  jurisdictions: z.array(Jurisdiction).min(1),
  /** Offsets into the text as it was given, in UTF-16 units; `end` is exclusive. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  /** The words between them. */
  excerpt: z.string(),
  /** Why it matters, in one plain sentence. */
  explanation: z.string(),
  /** The law or guidance the rule comes from. */
  source: z.string(),
  /** What it rests on (`engines/claims/finding.ts`); findings stored by earlier versions have none. */
  basis: z.enum(['absolute_rule', 'rule', 'eased_rule', 'words']).optional(),
  /** The words that counted most, where the fitted model alone decided. */
  words: z.array(z.string()).optional(),
  /** Words to put in place of the excerpt; null where only a person can rewrite it. */
  suggestion: z.string().nullable(),
  /** What stands behind the words, where a warning has been answered with it. */
  evidence: z
    .object({
      title: z.string(),
      url: z.string(),
      publishedOn: z.string(),
      validUntil: z.string().nullable(),
    })
    .optional(),
});
export type Finding = z.infer<typeof Finding>;

/** Why somebody may not be written to. */
export const SuppressionReason = z.enum([
  'unsubscribed',
  'bounced',
  'complained',
  'objected',
  'erased',
  'manual',
  'merged',
]);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** The worst finding; a suggestion alone leaves a text ok. */
export const ClaimVerdict = z.enum(['ok', 'warn', 'block']);
export type ClaimVerdict = z.infer<typeof ClaimVerdict>;

/** An admin lets a text leave in spite of findings that block it. */
export const ClaimsOverride = z.object({
  reason: z.string(),
  /** Name of the admin. */
  by: z.string(),
  at: z.iso.datetime(),
  /** The rules it covers; another one blocks again. */
  rules: z.array(z.string()),
});
export type ClaimsOverride = z.infer<typeof ClaimsOverride>;

export const ClaimCheck = z.object({ verdict: ClaimVerdict, findings: z.array(Finding) });
export type ClaimCheck = z.infer<typeof ClaimCheck>;

/** What the text is for; some rules hold only there. */
export const ClaimContext = z.object({
  kind: z.enum([
    'mail_subject',
    'mail_body',
    'content',
    'agent_answer',
    'agent_persona',
    'community_post',
    'landing_page',
  ]),
  format: z.enum(['text', 'html']).optional(),
});
export type ClaimContext = z.infer<typeof ClaimContext>;

export const checkText = endpoint({
  method: 'POST',
  path: '/api/compliance/check',
  access: 'member',
  summary: 'What the rules of health advertising say about a text',
  body: z.object({
    text: z.string().max(200_000, 'At most 200,000 characters.'),
    jurisdiction: Jurisdiction,
    context: ClaimContext.optional(),
  }),
  response: ClaimCheck,
});

/** Why an admin lets something leave in spite of what keeps it; it stands in the audit trail. */
export const OverrideReason = z
  .string()
  .trim()
  .min(20, 'Give a reason of at least 20 characters.')
  .max(1_000, 'At most 1,000 characters.');

/** What is written to the audit trail. */
export const AUDIT_ACTIONS = [
  'campaign.launched',
  'campaign.changed',
  'campaign.paused',
  'campaign.resumed',
  'campaign.deleted',
  'campaign.restored',
  'campaign.variant_chosen',
  'message.sent_again',
  'suppression.lifted',
  'claims.overridden',
  'condition.allowed',
  'consent.given',
  'consent.refused',
  'consent.withdrawn',
  'consent.withdrawal_undone',
  'lead.ground_changed',
  'lead.exported',
  'lead.erased',
  'lead.expired',
  'lead.merged',
  'lead.unmerged',
  'request.opened',
  'request.done',
  'notice.sent',
  'evidence.added',
  'evidence.removed',
  'regions.changed',
  'mailbox.added',
  'retention.changed',
  'retention.ran',
  'agent.deleted',
  'agent.restored',
  'agent.key_created',
  'agent.key_revoked',
  'agent.published_anyway',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.restored',
  'webhook.secret_rotated',
  'webhook.paused',
  'token.created',
  'token.rotated',
  'token.revoked',
  'token.called',
  'custom_field.created',
  'custom_field.changed',
  'custom_field.archived',
  'custom_field.restored',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditSubjectKind = z.enum(['workspace', 'campaign', 'lead', 'content', 'agent', 'post']);
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>;

/** One line of the audit trail. It is never changed and never removed. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null where the product acted by itself. */
  actorId: z.string().nullable(),
  actorName: z.string(),
  action: AuditAction,
  subjectKind: AuditSubjectKind,
  subjectId: z.uuid().nullable(),
  /** As written by the person who acted, or why the product did by itself. */
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const AuditSubject = z
  .string({ error: 'Say what the trail is of, for example campaign:<id>.' })
  .transform((text) => {
    const [kind, id = null] = text.split(':');
    return { kind, id };
  })
  .pipe(
    z.union(
      [
        z.object({ kind: z.literal('workspace'), id: z.null() }),
        z.object({ kind: AuditSubjectKind.exclude(['workspace']), id: z.uuid() }),
      ],
      'workspace, or campaign:<id>, lead:<id>, content:<id>, agent:<id> or post:<id>.',
    ),
  );
export type AuditSubject = z.output<typeof AuditSubject>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'member',
  summary: 'What was done to a campaign, a person or (admins only) the workspace, newest first',
  query: PageQuery.extend({ subject: AuditSubject }),
  response: z.array(AuditEntry),
  paged: true,
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit/export',
  access: 'member',
  summary: 'The whole audit trail of a subject as a file',
  query: z.object({ subject: AuditSubject, format: z.enum(['json', 'csv'], 'json or csv.').default('json') }),
  response: RawAnswer,
  produces: 'application/json, text/csv',
});

/**
 * Why we may write to somebody (GDPR Art. 6(1)(a), (f), (b)). An `enquiry` carries the answer that was asked for and
 * no marketing at all.
 */
export const LegalGround = z.enum(
  ['consent', 'legitimate_interest', 'customer', 'enquiry'],
  'One of consent, legitimate_interest, customer, enquiry.',
);
export type LegalGround = z.infer<typeof LegalGround>;

/** Why nothing may be sent to a person over a channel: the first consent rule that fails. */
export const ConsentObstacle = z.enum([
  'withdrawn',
  'expired',
  'enquiry',
  'opt_in',
  'eu',
  'uk',
  'unknown_region',
]);
export type ConsentObstacle = z.infer<typeof ConsentObstacle>;

/** Ways to reach somebody, each with rules of its own. */
export const ContactChannel = z.enum(
  ['email', 'social_dm', 'whatsapp', 'sms'],
  'One of email, social_dm, whatsapp, sms.',
);
export type ContactChannel = z.infer<typeof ContactChannel>;

/** What somebody agrees to. Use of health data that they told us is always asked for apart (GDPR Art. 9(2)(a)). */
export const ConsentPurpose = z.enum(['marketing', 'health_data'], 'One of marketing, health_data.');
export type ConsentPurpose = z.infer<typeof ConsentPurpose>;

/** How the consent reached us. */
export const ConsentSource = z.enum(
  ['form', 'email', 'message', 'phone', 'in_person', 'import', 'noted'],
  'One of form, email, message, phone, in_person, import, noted.',
);
export type ConsentSource = z.infer<typeof ConsentSource>;

/** One line of the consent ledger: for a channel and a purpose the newest line holds. */
export const ConsentRecord = z.object({
  id: z.uuid(),
  channel: ContactChannel,
  purpose: ConsentPurpose,
  /** Null: withdrawn. */
  ground: LegalGround.nullable(),
  source: ConsentSource,
  sourceUrl: z.string().nullable(),
  /** Which wording was agreed to. */
  textVersion: z.string(),
  proof: z.string(),
  /** When the person said so. */
  collectedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  recordedAt: z.iso.datetime(),
  recordedBy: z.string(),
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

ALTER TABLE "lead_duplicates" ADD COLUMN "details" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- The sentences that pairs were stored with become codes; what no code says is kept as a note.
UPDATE lead_duplicates SET
  reason = CASE
    WHEN reason LIKE 'Names alike, same company (%)' THEN 'name_and_company'
    WHEN reason = 'Same telephone number' THEN 'phone'
    WHEN reason = 'Same handle on two platforms' THEN 'handle'
    WHEN reason = 'The handle of one is in the address of the other' THEN 'handle_in_address'
    WHEN reason = 'Names alike, same address at another host' THEN 'name_and_mailbox'
    WHEN reason = 'The address that was found for one belongs to the other' THEN 'found_address'
    ELSE 'earlier_note' END,
  details = CASE
    WHEN reason LIKE 'Names alike, same company (%)' THEN jsonb_build_object('company',
      (regexp_match(reason, '^Names alike, same company \((.*)\)$'))[1])
    WHEN reason IN ('Same telephone number', 'Same handle on two platforms',
      'The handle of one is in the address of the other', 'Names alike, same address at another host',
      'The address that was found for one belongs to the other') THEN '{}'
    ELSE jsonb_build_object('note', reason) END;

ALTER TABLE "campaigns" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "read_reason" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "read_details" jsonb;--> statement-breakpoint
-- The sentences that campaigns, mailboxes and pauses were stored with become codes; what no code says is kept as an answer.
CREATE FUNCTION pg_temp.campaign_reason(note text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE part text[];
BEGIN
  part := regexp_match(note, '^Paused: (\d{1,9}) of (\d{1,9}) (mails came back|people reported)');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', CASE part[3] WHEN 'mails came back' THEN 'bounces' ELSE 'complaints' END,
      'details', jsonb_build_object('count', part[1]::int, 'left', part[2]::int));
  END IF;
  part := regexp_match(note, '^Paused: the mail server refuses the sender \((.*)\)\. Check MAIL_FROM and SMTP_URL, then resume\.$');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', 'sender_refused', 'details', jsonb_build_object('answer', part[1]));
  END IF;
  part := regexp_match(note, '^Paused: (.*?) does not take this text \((.*)\)\. Mend the template, then resume\.$');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', 'text_refused', 'details',
      jsonb_build_object('platform', part[1], 'answer', part[2]));
  END IF;
  part := regexp_match(note, '^Paused: the mail server refused the login \((.*)\)\. (?:Check SMTP_URL|Enter the password of (\S+) again under Settings, Mailboxes), then resume\.$');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', 'login_refused', 'details',
      jsonb_strip_nulls(jsonb_build_object('answer', part[1], 'mailbox', part[2])));
  END IF;
  part := regexp_match(note, '^Paused: (.*?) did not let us in \((.*)\)\. Check (.*), then resume\.$');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', 'login_refused', 'details',
      jsonb_build_object('platform', part[1], 'answer', part[2], 'settings', part[3]));
  END IF;
  IF note LIKE 'Paused: this workspace was restored from a backup.%' THEN
    RETURN '{"reason": "restored"}';
  END IF;
  IF note = 'Ended: everybody in its groups was left out, so nobody is written to.' THEN
    RETURN '{"reason": "all_left_out"}';
  END IF;
  RETURN jsonb_build_object('reason', 'earlier_note', 'details', jsonb_build_object('answer', note));
END $$;
--> statement-breakpoint
UPDATE campaigns SET reason = pg_temp.campaign_reason(note)->>'reason', details = pg_temp.campaign_reason(note)->'details'
WHERE note IS NOT NULL;--> statement-breakpoint
UPDATE events SET data = (data - 'note') || pg_temp.campaign_reason(data->>'note')
WHERE type = 'campaign.paused' AND jsonb_typeof(data->'note') = 'string';--> statement-breakpoint
UPDATE message_attempts SET verdict = (verdict - 'note') || '{"details": {}}' || pg_temp.campaign_reason(verdict->>'note')
WHERE jsonb_typeof(verdict->'note') = 'string' AND verdict->>'kind' = 'halted';--> statement-breakpoint
UPDATE mailboxes SET
  reason = CASE WHEN note ~ '^Paused: the mail server refused the login \(' THEN 'login_refused' ELSE 'earlier_note' END,
  details = jsonb_build_object('answer', regexp_replace(note,
    '^Paused: the mail server refused the login \((.*)\)\. Enter the password again, then resume\.$', '\1'))
WHERE note IS NOT NULL;--> statement-breakpoint
UPDATE mailboxes SET read_reason = 'unreachable',
  read_details = jsonb_build_object('answer', regexp_replace(read_note, '^Its inbox cannot be read: ', ''))
WHERE read_note IS NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" DROP COLUMN "note";--> statement-breakpoint
ALTER TABLE "mailboxes" DROP COLUMN "note";--> statement-breakpoint
ALTER TABLE "mailboxes" DROP COLUMN "read_note";

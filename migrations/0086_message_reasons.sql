ALTER TABLE "messages" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "details" jsonb;--> statement-breakpoint
CREATE FUNCTION pg_temp.platform_answer(parts text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'platform', CASE WHEN lower(parts[1]) = 'the mail server' THEN NULL ELSE parts[1] END, 'answer', parts[2])) $$;
--> statement-breakpoint
-- The sentences that messages, attempts and events were stored with become codes; what no code says is kept as an answer.
CREATE FUNCTION pg_temp.message_reason(note text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN note = 'Skipped: unsubscribed or objected.' THEN '{"reason": "suppressed"}'
    WHEN note = 'Skipped: the lead was deleted.' THEN '{"reason": "lead_deleted"}'
    WHEN note = 'Skipped: the lead group was taken out of the campaign.' THEN '{"reason": "group_removed"}'
    WHEN note = 'Skipped: this step was taken out of the campaign.' THEN '{"reason": "step_removed"}'
    WHEN note = 'Skipped: with this person’s details the text makes a claim that may not leave.' THEN '{"reason": "claim_with_details"}'
    WHEN note = 'Skipped: there is no address for this channel any more.' THEN '{"reason": "no_address"}'
    WHEN note = 'Skipped: the check of the address failed.' THEN '{"reason": "address_check_failed"}'
    WHEN note = 'Skipped: somebody else in the groups has the same mailbox.' THEN '{"reason": "duplicate_mailbox"}'
    WHEN note = 'Skipped: they had this campaign before they were deleted and added again.' THEN '{"reason": "had_before"}'
    WHEN note = 'Skipped: they still wait for a message of another running campaign.' THEN '{"reason": "in_other_campaign"}'
    WHEN note = 'Skipped: an earlier message to this person did not arrive.' THEN '{"reason": "earlier_step_failed"}'
    WHEN note = 'Stopped: they replied.' THEN '{"reason": "replied"}'
    WHEN note = 'Stopped: they signed up or bought.' THEN '{"reason": "converted"}'
    WHEN note = 'Stopped: they unsubscribed.' THEN '{"reason": "unsubscribed"}'
    WHEN note = 'Stopped: they reported a message as spam.' THEN '{"reason": "complained"}'
    WHEN note = 'Failed: its text is not kept any more.' THEN '{"reason": "text_lost"}'
    WHEN note = 'The mail server had the message when the sending process ended. It may have arrived; it is not sent again by itself.' THEN '{"reason": "worker_ended"}'
    WHEN note = 'The connection broke before the mail server answered. It may have arrived; it is not sent again by itself.' THEN '{"reason": "connection_lost"}'
    WHEN note = 'It was due when this workspace was restored from a backup. It may have left after the backup was taken; it is not sent again by itself.' THEN '{"reason": "restored"}'
    WHEN note = 'Send it by hand, then mark it as sent.' THEN '{"reason": "by_hand"}'
    WHEN note = 'Send it by hand to people who agreed to hear from you on WhatsApp, then mark it as sent.' THEN '{"reason": "by_hand_whatsapp"}'
    WHEN note = 'The platform is not set up any more. Send it by hand, then mark it as sent.' THEN '{"reason": "platform_not_set_up"}'
    WHEN note = 'Waits for the outcome of the A/B test.' THEN '{"reason": "variant_test"}'
    WHEN note = 'Sent to the outbox alone. Not sent: no mail server configured (SMTP_URL).' THEN '{"reason": "no_mail_server"}'
    WHEN note = 'Sent to the outbox alone: a practice address is never given to a mail server.' THEN '{"reason": "practice_address"}'
    WHEN note = 'The platform had the message when the sending process ended. It may have arrived; it is not sent again by itself.'
      THEN '{"reason": "worker_ended", "details": {"platform": "The platform"}}'
    WHEN note = 'Skipped. This person withdrew their consent for this channel.' THEN '{"reason": "no_consent", "details": {"obstacle": "withdrawn"}}'
    WHEN note = 'Skipped. The consent for this channel has expired. Ask again before you write.' THEN '{"reason": "no_consent", "details": {"obstacle": "expired"}}'
    WHEN note = 'Skipped. This person left their address to be answered, and nothing else is sent to it. Marketing needs their consent.' THEN '{"reason": "no_consent", "details": {"obstacle": "enquiry"}}'
    WHEN note = 'Skipped. WhatsApp and SMS need an opt-in from this person first.' THEN '{"reason": "no_consent", "details": {"obstacle": "opt_in"}}'
    WHEN note = 'Skipped. The person lives in the EU, where marketing needs their consent or an earlier purchase.' THEN '{"reason": "no_consent", "details": {"obstacle": "eu"}}'
    WHEN note = 'Skipped. The person lives in the UK, where marketing needs their consent or an earlier purchase.' THEN '{"reason": "no_consent", "details": {"obstacle": "uk"}}'
    WHEN note = 'Skipped. It is not known that US rules hold for this person, so the strictest of your regions do: marketing needs consent or an earlier purchase.' THEN '{"reason": "no_consent", "details": {"obstacle": "unknown_region"}}'
    WHEN note ~ '^(Bounced|Came back|Refused): ' THEN jsonb_build_object(
      'reason', CASE WHEN note LIKE 'B%' THEN 'bounced' WHEN note LIKE 'C%' THEN 'came_back' ELSE 'refused' END,
      'details', jsonb_build_object('answer', regexp_replace(note, '^[^:]*: ', '')))
    WHEN note ~ '^Failed: .* said "not now" for too long: ' THEN jsonb_build_object('reason', 'deferred_too_long',
      'details', pg_temp.platform_answer(regexp_match(note, '^Failed: (.*?) said "not now" for too long: (.*)$')))
    WHEN note ~ ' said "not now", it is tried again: ' THEN jsonb_build_object('reason', 'deferred',
      'details', pg_temp.platform_answer(regexp_match(note, '^(.*?) said "not now", it is tried again: (.*)$')))
    WHEN note ~ ' gave no clear answer: .*\. It may have arrived; it is not sent again by itself\.$'
      THEN jsonb_build_object('reason', 'no_clear_answer', 'details', pg_temp.platform_answer(regexp_match(note,
        '^(.*?) gave no clear answer: (.*)\. It may have arrived; it is not sent again by itself\.$')))
    WHEN note ~ ' Send it by hand, then mark it as sent\.$' THEN jsonb_build_object('reason', 'platform_declined',
      'details', jsonb_build_object('answer', regexp_replace(note, ' Send it by hand, then mark it as sent\.$', '')))
    ELSE jsonb_build_object('reason', 'earlier_note', 'details', jsonb_build_object('answer', note))
  END $$;
--> statement-breakpoint
UPDATE messages SET reason = known.code->>'reason', details = known.code->'details'
FROM (SELECT id, pg_temp.message_reason(note) AS code FROM messages WHERE note IS NOT NULL) known
WHERE known.id = messages.id;--> statement-breakpoint
UPDATE message_attempts SET verdict = (verdict - 'note')
  || CASE WHEN verdict->>'kind' IN ('sent', 'halted') OR verdict->>'note' IS NULL THEN '{}'::jsonb
    ELSE '{"details": {}}'::jsonb || pg_temp.message_reason(verdict->>'note') END
WHERE jsonb_typeof(verdict) = 'object' AND jsonb_exists(verdict, 'note') AND verdict->>'kind' <> 'halted';--> statement-breakpoint
UPDATE events SET data = data || pg_temp.message_reason(data->>'reason')
WHERE type IN ('message.failed', 'message.bounced', 'message.unconfirmed') AND jsonb_typeof(data->'reason') = 'string';--> statement-breakpoint
CREATE FUNCTION pg_temp.with_obstacle_codes(document jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(replace(replace(replace(replace(replace(replace(document::text,
    '"obstacle": "This person withdrew their consent for this channel."', '"obstacle": "withdrawn"'),
    '"obstacle": "The consent for this channel has expired. Ask again before you write."', '"obstacle": "expired"'),
    '"obstacle": "This person left their address to be answered, and nothing else is sent to it. Marketing needs their consent."', '"obstacle": "enquiry"'),
    '"obstacle": "WhatsApp and SMS need an opt-in from this person first."', '"obstacle": "opt_in"'),
    '"obstacle": "The person lives in the EU, where marketing needs their consent or an earlier purchase."', '"obstacle": "eu"'),
    '"obstacle": "The person lives in the UK, where marketing needs their consent or an earlier purchase."', '"obstacle": "uk"'),
    '"obstacle": "It is not known that US rules hold for this person, so the strictest of your regions do: marketing needs consent or an earlier purchase."', '"obstacle": "unknown_region"')::jsonb $$;
--> statement-breakpoint
UPDATE reply_answers SET proof = pg_temp.with_obstacle_codes(proof) WHERE proof::text LIKE '%"obstacle": "%';--> statement-breakpoint
UPDATE conversation_messages SET proof = pg_temp.with_obstacle_codes(proof) WHERE proof::text LIKE '%"obstacle": "%';--> statement-breakpoint
UPDATE community_posts SET proof = pg_temp.with_obstacle_codes(proof) WHERE proof::text LIKE '%"obstacle": "%';--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "note";

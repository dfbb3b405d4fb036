ALTER TABLE "reply_answers" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "reply_answers" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "source_notices" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "source_notices" ADD COLUMN "details" jsonb;--> statement-breakpoint
-- The sentences that answers and source notices were stored with become codes; what no code says is kept as an answer.
CREATE FUNCTION pg_temp.answer_reason(note text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  code text;
  part text[];
BEGIN
  code := CASE
    WHEN note LIKE 'Sent to the outbox alone: a practice address%' THEN 'practice_address'
    WHEN note LIKE '%Not sent: no mail server configured (SMTP_URL).%' THEN 'no_mail_server'
    WHEN note = 'Not sent: the platform is not set up.' THEN 'platform_not_set_up'
    WHEN note LIKE 'Not sent: the sender is refused.%' OR note LIKE 'The mail server refuses the sender.%' THEN 'sender_refused'
    WHEN note LIKE 'The connection broke before the mail server answered.%' THEN 'connection_lost'
    WHEN note = 'Failed: its text is not kept any more.' THEN 'text_lost'
  END;
  IF code IS NOT NULL THEN
    RETURN jsonb_build_object('reason', code);
  END IF;
  code := CASE
    WHEN note LIKE 'Not sent, "not now" was the answer: %' OR note LIKE 'The mail server said "not now": %' THEN 'deferred'
    WHEN note LIKE 'Not sent: %. Send it again later.' OR note LIKE 'The mail server could not be reached: %' THEN 'not_reached'
    WHEN note LIKE 'Not sent: %' THEN 'platform_declined'
    WHEN note LIKE 'Bounced: %' THEN 'bounced'
    WHEN note LIKE 'Came back: %' THEN 'came_back'
    WHEN note LIKE 'Refused: %' THEN 'refused'
  END;
  IF code IS NOT NULL THEN
    part := regexp_match(note, CASE
      WHEN note LIKE 'Not sent%Send it again later.' THEN '^[^:]*: (.*)\. Send it again later\.$'
      WHEN note LIKE 'The mail server could not be reached: %.' THEN '^[^:]*: (.*)\.$'
      ELSE '^[^:]*: (.*)$' END);
    RETURN jsonb_build_object('reason', code, 'details', jsonb_build_object('answer', part[1]));
  END IF;
  part := regexp_match(note, '^(.*?) gave no clear answer: (.*)\. It may have arrived; it is not sent again by itself\.$');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', 'no_clear_answer', 'details',
      jsonb_build_object('platform', part[1], 'answer', part[2]));
  END IF;
  part := regexp_match(note, '^Failed: (.*?) said "not now" for too long: (.*)$');
  IF part IS NOT NULL THEN
    RETURN jsonb_build_object('reason', 'deferred_too_long', 'details', jsonb_strip_nulls(jsonb_build_object(
      'platform', nullif(part[1], 'the mail server'), 'answer', part[2])));
  END IF;
  RETURN jsonb_build_object('reason', 'earlier_note', 'details', jsonb_build_object('answer', note));
END $$;
--> statement-breakpoint
UPDATE reply_answers SET reason = pg_temp.answer_reason(note)->>'reason', details = pg_temp.answer_reason(note)->'details'
WHERE note IS NOT NULL;--> statement-breakpoint
UPDATE source_notices SET reason = pg_temp.answer_reason(note)->>'reason', details = pg_temp.answer_reason(note)->'details'
WHERE note IS NOT NULL;--> statement-breakpoint
ALTER TABLE "reply_answers" DROP COLUMN "note";--> statement-breakpoint
ALTER TABLE "source_notices" DROP COLUMN "note";

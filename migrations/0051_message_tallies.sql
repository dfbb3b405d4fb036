CREATE TABLE "message_tallies" (
	"campaign_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	"left" integer NOT NULL
);
--> statement-breakpoint
-- Counted as it stands; nobody changes a message between that and the triggers.
LOCK TABLE messages IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
SELECT campaign_id, channel, status, count(*), count(sent_at) FROM messages GROUP BY 1, 2, 3;
--> statement-breakpoint
-- Keeps the tallies true in the transaction that changes messages. Rows are appended, never updated, so that nobody
-- waits for anybody; the job campaigns.fold_tallies adds them up.
CREATE FUNCTION tally_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
    SELECT campaign_id, channel, status, count(*), count(sent_at) FROM after_rows GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
    SELECT campaign_id, channel, status, -count(*), -count(sent_at) FROM before_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
    SELECT campaign_id, channel, status, sum(change), coalesce(sum(change) FILTER (WHERE sent_at IS NOT NULL), 0) FROM (
      SELECT campaign_id, channel, status, sent_at, 1 AS change FROM after_rows
      UNION ALL
      SELECT campaign_id, channel, status, sent_at, -1 AS change FROM before_rows
    ) AS changes GROUP BY 1, 2, 3
    HAVING sum(change) <> 0 OR sum(change) FILTER (WHERE sent_at IS NOT NULL) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_tally_insert AFTER INSERT ON messages REFERENCING NEW TABLE AS after_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_messages();
--> statement-breakpoint
CREATE TRIGGER messages_tally_update AFTER UPDATE ON messages REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_messages();
--> statement-breakpoint
CREATE TRIGGER messages_tally_delete AFTER DELETE ON messages REFERENCING OLD TABLE AS before_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_messages();

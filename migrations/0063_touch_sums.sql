ALTER TABLE "event_part_days" ADD COLUMN "has_touches" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- A contact that is found late may be the first or the last one before what somebody did since: the days of that person
-- are counted from the events until they are summed up again. What happens today is not summed up yet.
CREATE FUNCTION mark_part_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_marks (lead_id, since) VALUES (NEW.lead_id, NEW.occurred_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_part_contact AFTER INSERT ON events FOR EACH ROW
WHEN (NEW.type IN ('message.sent', 'link.clicked', 'landing.visited', 'reply.received') AND NEW.lead_id IS NOT NULL
  AND NEW.occurred_at < date_trunc('day', now(), 'UTC'))
EXECUTE FUNCTION mark_part_contact();

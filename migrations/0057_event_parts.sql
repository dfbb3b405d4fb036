CREATE TABLE "event_part_days" (
	"bucket" timestamp with time zone PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_part_marks" (
	"lead_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_part_moves" (
	"lead_id" uuid NOT NULL,
	"from_group" uuid,
	"to_group" uuid,
	"from_platform" text,
	"to_platform" text
);
--> statement-breakpoint
CREATE TABLE "event_parts" (
	"by" text NOT NULL,
	"key" text NOT NULL,
	"bucket" timestamp with time zone NOT NULL,
	"campaign_id" uuid NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint NOT NULL,
	CONSTRAINT "event_parts_by_bucket_campaign_id_type_key_pk" PRIMARY KEY("by","bucket","campaign_id","type","key")
);
--> statement-breakpoint
-- Who is put into another lead group, or is known from another place, takes what happened with them along: the sums of
-- days that are over are put right by these rows until the job has done it.
CREATE FUNCTION note_part_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_moves (lead_id, from_group, to_group, from_platform, to_platform)
  VALUES (OLD.id, OLD.group_id, NEW.group_id, OLD.platform, NEW.platform);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER leads_part_move AFTER UPDATE OF group_id, platform ON leads FOR EACH ROW
WHEN (OLD.group_id IS DISTINCT FROM NEW.group_id OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION note_part_move();
--> statement-breakpoint
-- A merge gives events to somebody else, with the talks that claim what follows them.
CREATE FUNCTION mark_part_owners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_marks (lead_id, since)
  SELECT id, '-infinity' FROM (VALUES (OLD.lead_id), (NEW.lead_id)) AS person(id) WHERE id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_part_owner AFTER UPDATE OF lead_id ON events FOR EACH ROW
WHEN (OLD.lead_id IS DISTINCT FROM NEW.lead_id) EXECUTE FUNCTION mark_part_owners();
--> statement-breakpoint
-- A talk claims what follows it and the hour before, which may be a day that is over where it is found late.
CREATE FUNCTION mark_part_talk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_marks (lead_id, since) VALUES (NEW.lead_id, NEW.occurred_at - interval '1 hour');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_part_talk AFTER INSERT ON events FOR EACH ROW
WHEN (NEW.type = 'conversation.linked' AND NEW.lead_id IS NOT NULL) EXECUTE FUNCTION mark_part_talk();

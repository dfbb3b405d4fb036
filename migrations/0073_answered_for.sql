ALTER TABLE "campaigns" ADD COLUMN "answered_for" jsonb;--> statement-breakpoint
CREATE INDEX "source_notices_mail" ON "source_notices" USING btree ("mail_id");--> statement-breakpoint
-- A mail is known by its own id, whichever mailbox it came to. One that was taken from two keeps its second key.
UPDATE "inbound_mails" taken SET "source_key" = 'mail ' || substr("source_key", 38)
WHERE "source_key" ~ '^[0-9a-f-]{36} ' AND NOT EXISTS (
  SELECT 1 FROM "inbound_mails" earlier
  WHERE earlier."id" < taken."id" AND earlier."source_key" ~ '^[0-9a-f-]{36} '
    AND substr(earlier."source_key", 38) = substr(taken."source_key", 38));

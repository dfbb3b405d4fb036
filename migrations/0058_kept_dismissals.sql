ALTER TABLE "lead_dismissals" ADD COLUMN "kept_id" uuid;--> statement-breakpoint
ALTER TABLE "lead_dismissals" ADD CONSTRAINT "lead_dismissals_kept_id_leads_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_dismissals_kept" ON "lead_dismissals" USING btree ("kept_id") WHERE kept_id is not null;--> statement-breakpoint
-- People who were merged before this are found through the record that has them now.
WITH RECURSIVE into_record(other_id, kept_id) AS (
  SELECT other_id, kept_id FROM lead_merges WHERE undone_at IS NULL
  UNION SELECT before.other_id, later.kept_id FROM into_record before
    JOIN lead_merges later ON later.other_id = before.kept_id AND later.undone_at IS NULL
)
UPDATE lead_dismissals SET kept_id = into_record.kept_id FROM into_record
WHERE into_record.other_id = lead_dismissals.lead_id AND NOT EXISTS (
  SELECT FROM lead_merges WHERE lead_merges.other_id = into_record.kept_id AND lead_merges.undone_at IS NULL
);

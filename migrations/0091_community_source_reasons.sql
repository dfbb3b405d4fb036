ALTER TABLE "community_sources" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "community_sources" ADD COLUMN "details" jsonb;--> statement-breakpoint
-- The sentences that sources were stored with become codes; what a platform answered is kept.
UPDATE community_sources SET
  reason = CASE
    WHEN error LIKE '% is off: its settings are missing' THEN 'setting_missing'
    WHEN error = 'Something went wrong on our side.' THEN 'failed_here'
    ELSE 'source_failed' END,
  details = CASE
    WHEN error LIKE '% is off: its settings are missing' OR error = 'Something went wrong on our side.' THEN NULL
    ELSE jsonb_build_object('answer', error) END
WHERE error IS NOT NULL;--> statement-breakpoint
ALTER TABLE "community_sources" DROP COLUMN "error";

ALTER TABLE "inbound_mails" ADD COLUMN "consent_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "away_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "original_id" uuid;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "reply_id" uuid;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "reason_before_reply" text;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "away_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
CREATE INDEX "suppressions_reply" ON "suppressions" USING btree ("reply_id") WHERE reply_id is not null;
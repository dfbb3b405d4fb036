ALTER TABLE "campaign_steps" ADD COLUMN "claims" jsonb;--> statement-breakpoint
ALTER TABLE "campaign_steps" ADD COLUMN "override" jsonb;--> statement-breakpoint
ALTER TABLE "compositions" ADD COLUMN "claims" jsonb;--> statement-breakpoint
ALTER TABLE "compositions" ADD COLUMN "override" jsonb;
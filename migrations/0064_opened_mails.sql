ALTER TABLE "workspace" ADD COLUMN "counts_opens" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "touchpoints" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "touchpoints" ADD COLUMN "preloaded_at" timestamp with time zone;
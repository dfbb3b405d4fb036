ALTER TABLE "content_sessions" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_views" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;
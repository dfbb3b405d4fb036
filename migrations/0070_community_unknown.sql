ALTER TABLE "community_posts" ADD COLUMN "unknown_to" uuid;--> statement-breakpoint
CREATE INDEX "community_posts_unknown" ON "community_posts" USING btree ("posted_at") WHERE unknown_to is not null;
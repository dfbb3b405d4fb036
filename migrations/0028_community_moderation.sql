ALTER TABLE "community_posts" ADD COLUMN "moderated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "community_posts" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "community_members_joined_into" ON "community_members" USING btree ("joined_into") WHERE joined_into is not null;--> statement-breakpoint
CREATE INDEX "community_posts_unmoderated" ON "community_posts" USING btree ("posted_at") WHERE parent_id is null and state = 'published' and deleted_at is null and moderated_at is null and user_id is null and expert_id is null;--> statement-breakpoint
CREATE INDEX "community_posts_unescalated" ON "community_posts" USING btree ("posted_at") WHERE escalated_at is null and deleted_at is null and flags @> '[{"kind": "safety"}]';
ALTER TABLE "community_members" ADD COLUMN "other_before" jsonb;--> statement-breakpoint
ALTER TABLE "community_members" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "community_members" ADD COLUMN "status_before_block" text;--> statement-breakpoint
-- A block took the hash of the invitation away, so whoever has theirs still was never blocked: they pressed Join.
UPDATE "community_members" SET "accepted_at" = greatest("joined_at", "invited_at")
WHERE "status" = 'active' AND "joined_at" IS NOT NULL AND "invited_at" IS NOT NULL AND "invite_hash" IS NOT NULL;--> statement-breakpoint
UPDATE "community_members" SET "status_before_block" = 'invited'
WHERE "status" = 'blocked' AND "joined_at" IS NULL AND "invited_at" IS NOT NULL;

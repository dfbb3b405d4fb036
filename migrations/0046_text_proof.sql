ALTER TABLE "conversation_messages" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "reply_answers" ADD COLUMN "proof" jsonb;--> statement-breakpoint
ALTER TABLE "community_posts" ADD COLUMN "proof" jsonb;
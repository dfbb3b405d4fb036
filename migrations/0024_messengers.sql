CREATE TABLE "messenger_peers" (
	"peer_hash" text PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "messages_due";--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "route" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "receipt" text;--> statement-breakpoint
ALTER TABLE "messenger_peers" ADD CONSTRAINT "messenger_peers_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messenger_peers_message" ON "messenger_peers" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "messages_contact" ON "messages" USING btree ("contact_hash","id") WHERE channel <> 'email';--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("campaign_id","route","is_practice","due_at","id") WHERE is_queued;
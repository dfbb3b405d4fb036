CREATE TABLE "handover_notices" (
	"conversation_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"handover_at" timestamp with time zone NOT NULL,
	"level" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handover_notices_conversation_id_user_id_handover_at_level_pk" PRIMARY KEY("conversation_id","user_id","handover_at","level")
);
--> statement-breakpoint
CREATE TABLE "visitor_call_counts" (
	"expert_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "visitor_call_counts_expert_id_address_hash_pk" PRIMARY KEY("expert_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "proposed_lead_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "golden_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "handover_notices" ADD CONSTRAINT "handover_notices_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_call_counts" ADD CONSTRAINT "visitor_call_counts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visitor_call_counts_age" ON "visitor_call_counts" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "conversations_proposed" ON "conversations" USING btree ("proposed_lead_id") WHERE proposed_lead_id is not null;
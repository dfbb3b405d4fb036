CREATE TABLE "conversation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"role" text NOT NULL,
	"text" text NOT NULL,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_answered" boolean,
	"escalation" jsonb,
	"engine" text,
	"response_ms" integer,
	"retrieved" jsonb,
	"author_id" text,
	"client_id" text,
	"answers_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "golden_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"question" text NOT NULL,
	"must_contain" text NOT NULL,
	"last_run_at" timestamp with time zone,
	"last_answer" text,
	"has_passed" boolean,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"training_context" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"target_audience" text DEFAULT 'general' NOT NULL,
	"passage_count" integer DEFAULT 0 NOT NULL,
	"effective_from" date,
	"valid_until" date,
	"retired_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"file_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_passages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"headings" text NOT NULL,
	"text" text NOT NULL,
	"is_row" boolean NOT NULL,
	"is_superseded" boolean NOT NULL,
	"is_instruction" boolean NOT NULL,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_words" (
	"item_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"word" text NOT NULL,
	"root" text NOT NULL,
	"passages" integer NOT NULL,
	CONSTRAINT "knowledge_words_item_id_word_pk" PRIMARY KEY("item_id","word")
);
--> statement-breakpoint
ALTER TABLE "conversations" ALTER COLUMN "response_ms" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "channel" text DEFAULT 'widget' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "session_key" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_message_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "answer_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "unanswered_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "handover_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "escalation" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "selling_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "person_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_questions" ADD CONSTRAINT "golden_questions_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD CONSTRAINT "knowledge_items_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_item_id_knowledge_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."knowledge_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_item_id_knowledge_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."knowledge_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_messages_order" ON "conversation_messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_messages_client" ON "conversation_messages" USING btree ("conversation_id","client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "conversation_messages_unanswered" ON "conversation_messages" USING btree ("created_at") WHERE is_answered = false;--> statement-breakpoint
CREATE INDEX "golden_questions_expert" ON "golden_questions" USING btree ("expert_id","created_at");--> statement-breakpoint
CREATE INDEX "knowledge_items_expert" ON "knowledge_items" USING btree ("expert_id","created_at");--> statement-breakpoint
CREATE INDEX "knowledge_passages_item" ON "knowledge_passages" USING btree ("item_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_passages_search" ON "knowledge_passages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "knowledge_passages_expert" ON "knowledge_passages" USING btree ("expert_id");--> statement-breakpoint
CREATE INDEX "knowledge_words_root" ON "knowledge_words" USING btree ("expert_id","root");--> statement-breakpoint
CREATE INDEX "knowledge_words_similar" ON "knowledge_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conversations_recent" ON "conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_handover" ON "conversations" USING btree ("handover_at") WHERE handover_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_session" ON "conversations" USING btree ("expert_id","session_key") WHERE session_key is not null;--> statement-breakpoint
CREATE INDEX "conversations_lead" ON "conversations" USING btree ("lead_id") WHERE lead_id is not null;
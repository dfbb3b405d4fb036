CREATE TABLE "knowledge_facts" (
	"item_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"words_key" text NOT NULL,
	"sentence" text NOT NULL,
	"figures" text NOT NULL,
	CONSTRAINT "knowledge_facts_item_id_words_key_pk" PRIMARY KEY("item_id","words_key")
);
--> statement-breakpoint
CREATE TABLE "uploaded_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"upload_id" text,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"arrived_at" timestamp with time zone,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"kept_as" uuid
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD COLUMN "read_by" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "meaning" real[];--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "meaning_signs" bit varying;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "meaning_model" text;--> statement-breakpoint
ALTER TABLE "knowledge_facts" ADD CONSTRAINT "knowledge_facts_item_id_knowledge_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."knowledge_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_facts" ADD CONSTRAINT "knowledge_facts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_facts_words" ON "knowledge_facts" USING btree ("expert_id","words_key","item_id");--> statement-breakpoint
CREATE INDEX "uploaded_files_age" ON "uploaded_files" USING btree ("given_at");--> statement-breakpoint
CREATE INDEX "knowledge_items_file" ON "knowledge_items" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "knowledge_items_read_by" ON "knowledge_items" USING btree ("read_by");--> statement-breakpoint
CREATE INDEX "knowledge_passages_instruction" ON "knowledge_passages" USING btree ("item_id") WHERE is_instruction;
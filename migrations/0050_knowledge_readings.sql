CREATE TABLE "knowledge_readings" (
	"reading_id" uuid NOT NULL,
	"part" text NOT NULL,
	"portion" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_readings_reading_id_part_portion_pk" PRIMARY KEY("reading_id","part","portion")
);
--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD COLUMN "file_read_by" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "knowledge_readings_age" ON "knowledge_readings" USING btree ("created_at");
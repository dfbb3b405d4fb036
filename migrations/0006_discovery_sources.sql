CREATE TABLE "source_deliveries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"search_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_runs" ADD COLUMN "queries" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "source_deliveries_record" ON "source_deliveries" USING btree ("search_id","hash");--> statement-breakpoint
CREATE INDEX "source_deliveries_created" ON "source_deliveries" USING btree ("created_at");
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"purpose" text NOT NULL,
	"ground" text,
	"source" text NOT NULL,
	"source_url" text,
	"text_version" text DEFAULT '' NOT NULL,
	"proof" text DEFAULT '' NOT NULL,
	"collected_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_by" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "legal_ground" text;--> statement-breakpoint
CREATE INDEX "consents_lead" ON "consents" USING btree ("lead_id","channel","purpose","id");
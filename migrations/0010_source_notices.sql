CREATE TABLE "source_notices" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"mail_id" uuid NOT NULL,
	"touchpoint_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"note" text,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_notices" ADD CONSTRAINT "source_notices_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;
CREATE TABLE "personal_sentences" (
	"lead_id" uuid NOT NULL,
	"basis" text NOT NULL,
	"note" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_sentences_lead_id_basis_pk" PRIMARY KEY("lead_id","basis")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "skips_busy_people" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_sentences" ADD CONSTRAINT "personal_sentences_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_google_mailbox" ON "leads" USING btree (replace(split_part(email_key, '@', 1), '.', '')) WHERE deleted_at is null and email_key ~ '@(gmail|googlemail)\.com$';
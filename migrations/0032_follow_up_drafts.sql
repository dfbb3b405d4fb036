CREATE TABLE "follow_up_drafts" (
	"lead_id" uuid NOT NULL,
	"basis" text NOT NULL,
	"draft" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follow_up_drafts_lead_id_basis_pk" PRIMARY KEY("lead_id","basis")
);
--> statement-breakpoint
ALTER TABLE "follow_up_drafts" ADD CONSTRAINT "follow_up_drafts_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_up_drafts_created" ON "follow_up_drafts" USING btree ("created_at");
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_key" text NOT NULL,
	"mailbox_id" uuid,
	"kind" text NOT NULL,
	"lead_id" uuid NOT NULL,
	"campaign_id" uuid,
	"message_id" uuid,
	"from_address" text NOT NULL,
	"rfc_message_id" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"label" text,
	"labelled_by" text,
	"done_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inbound_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"note" text,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_answers" ADD CONSTRAINT "reply_answers_inbound_id_inbound_mails_id_fk" FOREIGN KEY ("inbound_id") REFERENCES "public"."inbound_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_answers" ADD CONSTRAINT "reply_answers_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_source" ON "inbound_mails" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "inbound_mails_lead" ON "inbound_mails" USING btree ("lead_id","id");--> statement-breakpoint
CREATE INDEX "reply_answers_lead" ON "reply_answers" USING btree ("lead_id","id");
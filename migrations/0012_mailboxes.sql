CREATE TABLE "mailboxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"is_server" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"smtp_host" text NOT NULL,
	"smtp_port" integer NOT NULL,
	"smtp_security" text NOT NULL,
	"imap_host" text DEFAULT '' NOT NULL,
	"imap_port" integer DEFAULT 993 NOT NULL,
	"imap_security" text DEFAULT 'tls' NOT NULL,
	"username" text NOT NULL,
	"sealed_password" text NOT NULL,
	"limits" jsonb,
	"sending_days" integer DEFAULT 0 NOT NULL,
	"last_sending_day" text,
	"paused_at" timestamp with time zone,
	"note" text,
	"read_validity" text,
	"read_uid" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"read_note" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sequence_stops" (
	"campaign_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequence_stops_campaign_id_lead_id_pk" PRIMARY KEY("campaign_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "send_window" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "message_attempts" ADD COLUMN "mailbox_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "mailbox_id" uuid;--> statement-breakpoint
ALTER TABLE "sequence_stops" ADD CONSTRAINT "sequence_stops_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_stops" ADD CONSTRAINT "sequence_stops_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sequence_stops_lead" ON "sequence_stops" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "message_attempts_mailbox" ON "message_attempts" USING btree ("mailbox_id","started_at") WHERE mailbox_id is not null;
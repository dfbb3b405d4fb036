CREATE TABLE "lead_act_changes" (
	"act_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	CONSTRAINT "lead_act_changes_act_id_lead_id_pk" PRIMARY KEY("act_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" jsonb NOT NULL,
	"selection" jsonb,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"last_lead_id" uuid,
	"actor_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_tags" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "is_not_fit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_act_changes" ADD CONSTRAINT "lead_act_changes_act_id_lead_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."lead_acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_act_changes" ADD CONSTRAINT "lead_act_changes_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_act_changes_lead" ON "lead_act_changes" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "lead_acts_created" ON "lead_acts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lead_notes_lead" ON "lead_notes" USING btree ("lead_id","created_at");--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_owner_score" ON "leads" USING btree ("owner_id","ai_score","id") WHERE deleted_at is null and owner_id is not null;--> statement-breakpoint
CREATE INDEX "leads_tags" ON "leads" USING gin ("tags") WHERE deleted_at is null and tags <> '{}';--> statement-breakpoint
CREATE INDEX "leads_not_fit" ON "leads" USING btree ("ai_score") WHERE deleted_at is null and is_not_fit;
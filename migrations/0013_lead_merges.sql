CREATE TABLE "lead_duplicates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"keep_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kept_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"moved" jsonb NOT NULL,
	"suppressed" jsonb NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" text,
	"is_shared" boolean NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "match_keys" text[];--> statement-breakpoint
ALTER TABLE "lead_duplicates" ADD CONSTRAINT "lead_duplicates_keep_id_leads_id_fk" FOREIGN KEY ("keep_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_duplicates" ADD CONSTRAINT "lead_duplicates_other_id_leads_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_kept_id_leads_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_other_id_leads_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_views" ADD CONSTRAINT "lead_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_duplicates_pair" ON "lead_duplicates" USING btree ("keep_id","other_id");--> statement-breakpoint
CREATE INDEX "lead_duplicates_other" ON "lead_duplicates" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "lead_merges_kept" ON "lead_merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "lead_merges_other" ON "lead_merges" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "lead_views_owner" ON "lead_views" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "leads_match_keys" ON "leads" USING gin ("match_keys") WHERE deleted_at is null and match_keys <> '{}';--> statement-breakpoint
CREATE INDEX "leads_unmatched" ON "leads" USING btree ("id") WHERE deleted_at is null and match_keys is null;
CREATE TABLE "brand_voices" (
	"id" text PRIMARY KEY DEFAULT 'workspace' NOT NULL,
	"voice" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_name" text NOT NULL,
	"content_type" text NOT NULL,
	"requirements" text NOT NULL,
	"target_audience" text DEFAULT 'health enthusiasts' NOT NULL,
	"tone" text DEFAULT 'professional' NOT NULL,
	"current_version" integer DEFAULT 0 NOT NULL,
	"set_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"session_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"request" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"suggestions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"written_by" text NOT NULL,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_versions_session_id_number_pk" PRIMARY KEY("session_id","number")
);
--> statement-breakpoint
ALTER TABLE "content_assets" ADD COLUMN "status" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_assets" ADD COLUMN "review_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_assets" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_assets" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_session_id_content_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."content_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_sessions_updated" ON "content_sessions" USING btree ("updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_created" ON "content_assets" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_category" ON "content_assets" USING btree ("category","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_type" ON "content_assets" USING btree ("type","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_search" ON "content_assets" USING gin ((lower(name || ' ' || tags || ' ' || content)) gin_trgm_ops) WHERE deleted_at is null;
CREATE TABLE "agent_call_counts" (
	"expert_id" uuid PRIMARY KEY NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "background_info" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "specializations" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "communication_style" text DEFAULT 'professional' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "interaction_mode" text DEFAULT 'chat' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "voice_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "appearance_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "personality_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "category" text DEFAULT 'general' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "voice_type" text DEFAULT 'neutral' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "avatar_style" text DEFAULT 'leaf' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "api_key" text DEFAULT 'pk_' || replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "secret_hash" text;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "secret_hint" text;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "secret_created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "allowed_domains" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "deployment_type" text DEFAULT 'website_chat' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "rate_limit" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "widget_theme" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "widget_position" text DEFAULT 'right' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agent_call_counts" ADD CONSTRAINT "agent_call_counts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "experts_api_key" ON "experts" USING btree ("api_key");
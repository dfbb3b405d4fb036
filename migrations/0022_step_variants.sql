CREATE TABLE "step_variants" (
	"step_id" uuid NOT NULL,
	"letter" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"claims" jsonb,
	"override" jsonb,
	"composition_id" uuid,
	"retired_at" timestamp with time zone,
	CONSTRAINT "step_variants_step_id_letter_pk" PRIMARY KEY("step_id","letter")
);
--> statement-breakpoint
ALTER TABLE "campaign_steps" ADD COLUMN "test" jsonb;--> statement-breakpoint
ALTER TABLE "campaign_steps" ADD COLUMN "test_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaign_steps" ADD COLUMN "verdict" jsonb;--> statement-breakpoint
ALTER TABLE "compositions" ADD COLUMN "variant" text DEFAULT 'A' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "variant" text DEFAULT 'A' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_in_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "step_variants" ADD CONSTRAINT "step_variants_step_id_campaign_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."campaign_steps"("id") ON DELETE cascade ON UPDATE no action;
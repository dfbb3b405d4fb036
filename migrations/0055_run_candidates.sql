CREATE TABLE "lead_run_candidates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"ai_score" numeric(3, 1) NOT NULL,
	"person" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_run_candidates" ADD CONSTRAINT "lead_run_candidates_run_id_lead_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."lead_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_run_candidates_run" ON "lead_run_candidates" USING btree ("run_id","ai_score");
CREATE TABLE "lead_act_portions" (
	"act_id" uuid NOT NULL,
	"first_lead_id" uuid NOT NULL,
	"last_lead_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	CONSTRAINT "lead_act_portions_act_id_first_lead_id_pk" PRIMARY KEY("act_id","first_lead_id")
);
--> statement-breakpoint
-- What can be taken back today still can be.
INSERT INTO "lead_act_portions" (act_id, first_lead_id, last_lead_id, before)
SELECT act_id, (array_agg(lead_id ORDER BY lead_id))[1], (array_agg(lead_id ORDER BY lead_id DESC))[1], jsonb_object_agg(lead_id, before)
FROM (
  SELECT act_id, lead_id, before, (row_number() OVER (PARTITION BY act_id ORDER BY lead_id) - 1) / 1000 AS portion
  FROM lead_act_changes
) AS changes GROUP BY act_id, portion;
--> statement-breakpoint
DROP TABLE "lead_act_changes" CASCADE;--> statement-breakpoint
ALTER TABLE "lead_act_portions" ADD CONSTRAINT "lead_act_portions_act_id_lead_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."lead_acts"("id") ON DELETE cascade ON UPDATE no action;

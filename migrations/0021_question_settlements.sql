CREATE TABLE "question_settlements" (
	"expert_id" uuid NOT NULL,
	"question_key" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_settlements_expert_id_question_key_pk" PRIMARY KEY("expert_id","question_key")
);
--> statement-breakpoint
ALTER TABLE "question_settlements" ADD CONSTRAINT "question_settlements_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;
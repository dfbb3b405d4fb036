CREATE TABLE "lead_import_suppressions" (
	"suppression_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_import_suppressions_import_id_suppression_id_pk" PRIMARY KEY("import_id","suppression_id")
);
--> statement-breakpoint
CREATE INDEX "lead_import_suppressions_entry" ON "lead_import_suppressions" USING btree ("suppression_id");
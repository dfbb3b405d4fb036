CREATE TABLE "lead_import_withdrawals" (
	"consent_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "lead_import_withdrawals_import" ON "lead_import_withdrawals" USING btree ("import_id");
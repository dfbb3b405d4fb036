CREATE TABLE "claim_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"published_on" date NOT NULL,
	"valid_until" date,
	"removed_at" timestamp with time zone
);

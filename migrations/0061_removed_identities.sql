CREATE TABLE "removed_identities" (
	"identity_hash" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);

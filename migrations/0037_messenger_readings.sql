CREATE TABLE "messenger_readings" (
	"messenger" text PRIMARY KEY NOT NULL,
	"cursor" text,
	"read_at" timestamp with time zone NOT NULL
);

CREATE TABLE "service_troubles" (
	"service" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"reason" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);

CREATE TABLE "page_looks" (
	"id" text PRIMARY KEY DEFAULT 'workspace' NOT NULL,
	"logo" text,
	"logo_key" text,
	"logo_width" integer NOT NULL,
	"logo_height" integer NOT NULL,
	"color" text,
	"font" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);

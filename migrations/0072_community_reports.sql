CREATE TABLE "community_reports" (
	"post_id" uuid NOT NULL,
	"reporter" text NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "community_reports_post_id_reporter_pk" PRIMARY KEY("post_id","reporter")
);
--> statement-breakpoint
ALTER TABLE "community_members" ADD COLUMN "invite_refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "community_reports_open" ON "community_reports" USING btree ("post_id") WHERE settled_at is null;
CREATE TABLE "event_days" (
	"bucket" timestamp with time zone NOT NULL,
	"campaign_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "event_days_campaign_id_type_bucket_pk" PRIMARY KEY("campaign_id","type","bucket")
);
--> statement-breakpoint
CREATE INDEX "event_days_bucket" ON "event_days" USING btree ("bucket");--> statement-breakpoint
LOCK TABLE "event_rollups" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "event_days" ("bucket", "campaign_id", "type", "count", "value_cents")
SELECT date_bin('1 day', "bucket", '2000-01-01T00:00:00Z'), "campaign_id", "type", sum("count"), sum("value_cents")
FROM "event_rollups" GROUP BY 1, 2, 3;

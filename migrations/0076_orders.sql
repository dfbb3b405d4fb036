CREATE TABLE "orders" (
	"key" text PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"amount_minor" bigint,
	"currency" text,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "events_refund" ON "events" USING btree ("lead_id","value_cents") WHERE type = 'purchase.refunded';
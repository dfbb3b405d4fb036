ALTER TABLE "content_assets" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "content_versions" ADD COLUMN "html" text;--> statement-breakpoint
CREATE INDEX "content_assets_unrendered" ON "content_assets" USING btree ("id") WHERE html is null;--> statement-breakpoint
CREATE INDEX "content_versions_unrendered" ON "content_versions" USING btree ("session_id","number") WHERE html is null;
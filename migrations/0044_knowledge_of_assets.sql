ALTER TABLE "knowledge_items" ADD COLUMN "asset_id" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD COLUMN "asset_name" text;--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD COLUMN "asset_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_items_asset" ON "knowledge_items" USING btree ("asset_id","expert_id") WHERE asset_id is not null;
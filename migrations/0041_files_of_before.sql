-- Files that were taken up before addresses were kept: without a row here they were neither counted nor ever removed.
-- How large a training file is stands nowhere in the database; none is larger than 10 MB.
INSERT INTO "uploaded_files" ("id", "purpose", "given_at", "arrived_at", "bytes", "kept_as")
SELECT "file_id", 'media', min("created_at"), min("created_at"), max("bytes"), "file_id"
FROM "content_media" GROUP BY "file_id"
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "uploaded_files" ("id", "purpose", "given_at", "arrived_at", "kept_as")
SELECT "file_id", 'training', min("created_at"), min("created_at"), "file_id"
FROM "knowledge_items" WHERE "file_id" IS NOT NULL GROUP BY "file_id"
ON CONFLICT DO NOTHING;

DROP INDEX "knowledge_passages_search";--> statement-breakpoint
DROP INDEX "knowledge_words_similar";--> statement-breakpoint
CREATE INDEX "knowledge_passages_search" ON "knowledge_passages" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "knowledge_words_similar" ON "knowledge_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);
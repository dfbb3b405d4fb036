CREATE TABLE "communities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"moderator_expert_id" uuid,
	"social_links" jsonb NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"api_key" text NOT NULL,
	"secret_hash" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_deliveries" (
	"source_id" uuid NOT NULL,
	"delivery_id" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_deliveries_source_id_delivery_id_pk" PRIMARY KEY("source_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "community_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"community_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"email_key" text,
	"social_handle" text,
	"handle_key" text,
	"contact_hash" text,
	"member_type" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"joined_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"last_active_at" timestamp with time zone,
	"lead_id" uuid,
	"source_id" uuid,
	"external_id" text,
	"joined_into" uuid,
	"invite_hash" text,
	"invited_at" timestamp with time zone,
	"invited_by" text,
	"invite_state" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"community_id" uuid NOT NULL,
	"parent_id" uuid,
	"member_id" uuid,
	"written_as" uuid,
	"author_name" text NOT NULL,
	"user_id" text,
	"body" text NOT NULL,
	"url" text,
	"link" text,
	"state" text NOT NULL,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"expert_id" uuid,
	"posted_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"source_id" uuid,
	"external_id" text,
	"parent_external_id" text,
	"is_gone_at_source" boolean DEFAULT false NOT NULL,
	"answer_state" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_reactions" (
	"post_id" uuid NOT NULL,
	"community_id" uuid NOT NULL,
	"reactor" text NOT NULL,
	"member_id" uuid,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "community_reactions_post_id_reactor_kind_pk" PRIMARY KEY("post_id","reactor","kind")
);
--> statement-breakpoint
CREATE TABLE "community_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"community_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"is_backfilled" boolean DEFAULT false NOT NULL,
	"last_synced_at" timestamp with time zone,
	"next_sync_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"site_name" text DEFAULT '' NOT NULL,
	"image_url" text,
	"fetched_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "communities" ADD CONSTRAINT "communities_moderator_expert_id_experts_id_fk" FOREIGN KEY ("moderator_expert_id") REFERENCES "public"."experts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_deliveries" ADD CONSTRAINT "community_deliveries_source_id_community_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."community_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_members" ADD CONSTRAINT "community_members_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_members" ADD CONSTRAINT "community_members_source_id_community_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."community_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_member_id_community_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."community_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_source_id_community_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."community_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reactions" ADD CONSTRAINT "community_reactions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reactions" ADD CONSTRAINT "community_reactions_member_id_community_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."community_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_sources" ADD CONSTRAINT "community_sources_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "communities_api_key" ON "communities" USING btree ("api_key");--> statement-breakpoint
CREATE INDEX "communities_created" ON "communities" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "community_deliveries_received" ON "community_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "community_limits_expires" ON "community_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "community_members_email" ON "community_members" USING btree ("community_id","email_key") WHERE deleted_at is null and joined_into is null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_members_external" ON "community_members" USING btree ("source_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "community_members_invite" ON "community_members" USING btree ("invite_hash");--> statement-breakpoint
CREATE INDEX "community_members_listed" ON "community_members" USING btree ("community_id","created_at","id") WHERE deleted_at is null and joined_into is null;--> statement-breakpoint
CREATE INDEX "community_members_lead" ON "community_members" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "community_members_email_key" ON "community_members" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "community_members_handle_key" ON "community_members" USING btree ("handle_key");--> statement-breakpoint
CREATE UNIQUE INDEX "community_posts_external" ON "community_posts" USING btree ("source_id","external_id");--> statement-breakpoint
CREATE INDEX "community_posts_shown" ON "community_posts" USING btree ("community_id","is_pinned","posted_at","id") WHERE parent_id is null and state = 'published' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "community_posts_comments" ON "community_posts" USING btree ("parent_id","posted_at") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "community_posts_active" ON "community_posts" USING btree ("community_id","posted_at");--> statement-breakpoint
CREATE INDEX "community_posts_queue" ON "community_posts" USING btree ("community_id","posted_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "community_posts_member" ON "community_posts" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "community_reactions_active" ON "community_reactions" USING btree ("community_id","created_at");--> statement-breakpoint
CREATE INDEX "community_reactions_member" ON "community_reactions" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "community_sources_place" ON "community_sources" USING btree ("community_id","kind","place");--> statement-breakpoint
CREATE INDEX "community_sources_due" ON "community_sources" USING btree ("next_sync_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_previews_url" ON "link_previews" USING btree (md5(url));--> statement-breakpoint
CREATE INDEX "link_previews_fetched" ON "link_previews" USING btree ("fetched_at");
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "generated_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"locked_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_actor_id_key_pk" PRIMARY KEY("actor_id","key")
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_header" text NOT NULL,
	"to_address" text NOT NULL,
	"raw" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gate_grants" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guess_counters" (
	"bucket" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_start" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'viewer' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"response_ms" integer NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "experts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"expertise_area" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"channel" text NOT NULL,
	"ordinal" integer NOT NULL,
	"delay_hours" double precision NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"composed_by" text,
	"composition_id" uuid,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"objective" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"target_groups" uuid[] NOT NULL,
	"landing_page_url" text NOT NULL,
	"selected_content_assets" uuid[] NOT NULL,
	"channels" text[] NOT NULL,
	"template_id" text,
	"target_segment" text DEFAULT '' NOT NULL,
	"utm_campaign" text NOT NULL,
	"utm_source" text NOT NULL,
	"utm_medium" text NOT NULL,
	"ends_at" timestamp with time zone,
	"launched_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"note" text,
	"needs_expansion" boolean DEFAULT false NOT NULL,
	"expanded_to" uuid,
	"completed_at" timestamp with time zone,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "compositions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"html" text,
	"from_header" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "landing_sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_attempts" (
	"message_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"worker" uuid NOT NULL,
	"transport" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"verdict" jsonb
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"lead_id" uuid,
	"channel" text NOT NULL,
	"follows_step_id" uuid,
	"composition_id" uuid,
	"address" text,
	"contact_hash" text,
	"is_practice" boolean DEFAULT false NOT NULL,
	"vars" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"touchpoint_id" uuid,
	"status" text DEFAULT 'queued' NOT NULL,
	"is_queued" boolean GENERATED ALWAYS AS (status = 'queued') STORED,
	"note" text,
	"due_at" timestamp with time zone NOT NULL,
	"lease_owner" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_hash" text NOT NULL,
	"reason" text NOT NULL,
	"lead_id" uuid,
	"campaign_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"category" text DEFAULT 'marketing' NOT NULL,
	"tags" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_dismissals" (
	"lead_id" uuid NOT NULL,
	"contact_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "lead_dismissals_lead_id_contact_hash_pk" PRIMARY KEY("lead_id","contact_hash")
);
--> statement-breakpoint
CREATE TABLE "lead_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid,
	"search_query" text NOT NULL,
	"requested" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"sources" jsonb NOT NULL,
	"cursors" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lease_token" uuid,
	"leased_until" timestamp with time zone,
	"started_by" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_schedules" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"search_query" text NOT NULL,
	"platforms" jsonb NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL,
	"created_by" text
);
--> statement-breakpoint
CREATE TABLE "lead_tallies" (
	"group_id" uuid,
	"stage" text NOT NULL,
	"platform" text NOT NULL,
	"contact_status" text NOT NULL,
	"band" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_key" text,
	"contact_hash" text,
	"handle" text,
	"handle_key" text,
	"platform" text NOT NULL,
	"behavior_signal" text DEFAULT '' NOT NULL,
	"signal_url" text,
	"signal_at" timestamp with time zone,
	"ai_score" numeric(3, 1) DEFAULT '0.0' NOT NULL,
	"score_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scored_by" text DEFAULT 'Built-in engine' NOT NULL,
	"contact_status" text DEFAULT 'enrichment_pending' NOT NULL,
	"group_id" uuid,
	"stage" text DEFAULT 'new' NOT NULL,
	"stage_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_onboarded" boolean DEFAULT false NOT NULL,
	"last_contact_at" timestamp with time zone,
	"country" text,
	"legal_ground" text NOT NULL,
	"run_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text DEFAULT 'My workspace' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"postal_address" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"sender_email" text DEFAULT '' NOT NULL,
	"demo_seeded_at" timestamp with time zone,
	"is_initialised" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_rollups" (
	"bucket" timestamp with time zone NOT NULL,
	"campaign_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "event_rollups_campaign_id_type_bucket_pk" PRIMARY KEY("campaign_id","type","bucket")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"campaign_id" uuid,
	"lead_id" uuid,
	"message_id" uuid,
	"channel" text,
	"value_cents" integer,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "events_occurred_at_id_pk" PRIMARY KEY("occurred_at","id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "page_event_ids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "touchpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid,
	"lead_id" uuid,
	"message_id" uuid,
	"channel" text NOT NULL,
	"contact_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"campaign_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tracked_links_campaign_id_position_pk" PRIMARY KEY("campaign_id","position")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_steps" ADD CONSTRAINT "campaign_steps_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compositions" ADD CONSTRAINT "compositions_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_runs" ADD CONSTRAINT "lead_runs_group_id_lead_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."lead_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_schedules" ADD CONSTRAINT "lead_schedules_group_id_lead_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."lead_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_group_id_lead_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."lead_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "accounts_user_id" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "conversations_expert" ON "conversations" USING btree ("expert_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_steps_key" ON "campaign_steps" USING btree ("campaign_id","channel","ordinal");--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "compositions_step" ON "compositions" USING btree ("step_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_attempts_key" ON "message_attempts" USING btree ("message_id","number");--> statement-breakpoint
CREATE INDEX "message_attempts_started" ON "message_attempts" USING brin ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("campaign_id","step_id","lead_id","channel");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("campaign_id","is_practice","due_at","id") WHERE is_queued;--> statement-breakpoint
CREATE INDEX "messages_campaign_page" ON "messages" USING btree ("campaign_id","id");--> statement-breakpoint
CREATE INDEX "messages_lead" ON "messages" USING btree ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_contact_hash" ON "suppressions" USING btree ("contact_hash");--> statement-breakpoint
CREATE INDEX "suppressions_lead_id" ON "suppressions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "lead_dismissals_contact_hash" ON "lead_dismissals" USING btree ("contact_hash");--> statement-breakpoint
CREATE INDEX "lead_runs_started" ON "lead_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "lead_runs_open" ON "lead_runs" USING btree ("state") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "leads_email_key" ON "leads" USING btree ("email_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_handle_key" ON "leads" USING btree ("handle_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_score" ON "leads" USING btree ("ai_score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_name" ON "leads" USING btree ((left(lower(name), 40)),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_last_contact" ON "leads" USING btree ((coalesce(last_contact_at, 'epoch'::timestamptz)),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_stage" ON "leads" USING btree ((case stage when 'new' then 0 when 'contacted' then 1 when 'engaged' then 2 when 'qualified' then 3 when 'converted' then 4 end),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_contact_status" ON "leads" USING btree ("contact_status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_platform" ON "leads" USING btree ("platform","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_group_score" ON "leads" USING btree ("group_id","ai_score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_stage_score" ON "leads" USING btree ("stage","ai_score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_contact_hash" ON "leads" USING btree ("contact_hash");--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_text" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "event_rollups_bucket" ON "event_rollups" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "events_lead" ON "events" USING btree ("lead_id","occurred_at");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("type","occurred_at");--> statement-breakpoint
CREATE INDEX "page_event_ids_received" ON "page_event_ids" USING btree ("received_at");--> statement-breakpoint
-- Makes the partition of the month that holds `at`; does nothing when it exists.
CREATE FUNCTION ensure_event_partition(at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first_day timestamptz := date_trunc('month', at, 'UTC');
  last_day timestamptz := date_trunc('month', at, 'UTC') + interval '1 month';
  partition_name text := 'events_' || to_char(at AT TIME ZONE 'UTC', 'YYYY_MM');
BEGIN
  IF to_regclass(partition_name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)', partition_name, first_day, last_day);
  END IF;
END $$;
--> statement-breakpoint
-- Events of months without a partition of their own (very late or wrongly dated ones) are kept here.
CREATE TABLE events_other PARTITION OF events DEFAULT;
--> statement-breakpoint
SELECT ensure_event_partition(month)
FROM generate_series(now() - interval '13 months', now() + interval '3 months', interval '1 month') AS month;
--> statement-breakpoint
-- Keeps the tallies true in the transaction that changes leads. Rows are appended, never updated, so that nobody
-- waits for anybody; the job leads.fold_tallies adds them up.
CREATE FUNCTION tally_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO lead_tallies (group_id, stage, platform, contact_status, band, count)
    SELECT group_id, stage, platform, contact_status, lead_band(ai_score), count(*) FROM after_rows
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO lead_tallies (group_id, stage, platform, contact_status, band, count)
    SELECT group_id, stage, platform, contact_status, lead_band(ai_score), -count(*) FROM before_rows
    WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO lead_tallies (group_id, stage, platform, contact_status, band, count)
    SELECT group_id, stage, platform, contact_status, lead_band(ai_score), sum(change) FROM (
      SELECT *, 1 AS change FROM after_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT *, -1 AS change FROM before_rows WHERE deleted_at IS NULL
    ) AS changes GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION lead_band(score numeric) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN score >= 8 THEN 'high' WHEN score >= 5 THEN 'medium' ELSE 'low' END $$;
--> statement-breakpoint
CREATE TRIGGER leads_tally_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS after_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_leads();
--> statement-breakpoint
CREATE TRIGGER leads_tally_update AFTER UPDATE ON leads REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_leads();
--> statement-breakpoint
CREATE TRIGGER leads_tally_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS before_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_leads();
--> statement-breakpoint
-- Queues churn: vacuum them long before a fifth of the table is dead.
ALTER TABLE messages SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 70);
--> statement-breakpoint
ALTER TABLE message_attempts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 80);

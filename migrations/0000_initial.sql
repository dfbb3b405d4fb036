CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "database_home" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mark" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_deliveries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"search_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"record" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "access_policy" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"second_factor_from" timestamp with time zone
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
	"refused_at" timestamp with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"issuer_kind" text DEFAULT 'admin' NOT NULL,
	"issued_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_resets_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "password_resets_issuer" CHECK (("password_resets"."issuer_kind" = 'admin') = ("password_resets"."issued_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "removed_identities" (
	"identity_hash" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_period" bigint DEFAULT 0 NOT NULL,
	"recovery_salt" text DEFAULT '' NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL
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
CREATE TABLE "agent_call_counts" (
	"expert_id" uuid PRIMARY KEY NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"role" text NOT NULL,
	"text" text NOT NULL,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_answered" boolean,
	"escalation" jsonb,
	"engine" text,
	"response_ms" integer,
	"retrieved" jsonb,
	"author_id" text,
	"client_id" text,
	"answers_id" uuid,
	"proof" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"response_ms" integer,
	"is_demo" boolean DEFAULT false NOT NULL,
	"channel" text DEFAULT 'widget' NOT NULL,
	"session_key" text,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_count" integer DEFAULT 0 NOT NULL,
	"unanswered_count" integer DEFAULT 0 NOT NULL,
	"region" text,
	"handover_at" timestamp with time zone,
	"escalation" jsonb,
	"told_at" timestamp with time zone,
	"selling_stopped_at" timestamp with time zone,
	"person_id" text,
	"lead_id" uuid,
	"contact_email" text,
	"proposed_lead_id" uuid,
	"forgotten_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "experts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"expertise_area" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"background_info" text DEFAULT '' NOT NULL,
	"specializations" text[] DEFAULT '{}' NOT NULL,
	"communication_style" text DEFAULT 'professional' NOT NULL,
	"interaction_mode" text DEFAULT 'chat' NOT NULL,
	"voice_description" text DEFAULT '' NOT NULL,
	"appearance_description" text DEFAULT '' NOT NULL,
	"personality_description" text DEFAULT '' NOT NULL,
	"category" text DEFAULT 'general' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"voice_type" text DEFAULT 'neutral' NOT NULL,
	"avatar_style" text DEFAULT 'leaf' NOT NULL,
	"api_key" text DEFAULT 'pk_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"secret_hash" text,
	"secret_hint" text,
	"secret_created_at" timestamp with time zone,
	"allowed_domains" text[] DEFAULT '{}' NOT NULL,
	"deployment_type" text DEFAULT 'website_chat' NOT NULL,
	"rate_limit" text DEFAULT 'standard' NOT NULL,
	"widget_theme" text DEFAULT 'auto' NOT NULL,
	"widget_position" text DEFAULT 'right' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	"golden_due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "golden_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"question" text NOT NULL,
	"must_contain" text NOT NULL,
	"last_run_at" timestamp with time zone,
	"last_answer" text,
	"has_passed" boolean,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handover_notices" (
	"conversation_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"handover_at" timestamp with time zone NOT NULL,
	"level" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handover_notices_conversation_id_user_id_handover_at_level_pk" PRIMARY KEY("conversation_id","user_id","handover_at","level")
);
--> statement-breakpoint
CREATE TABLE "knowledge_facts" (
	"item_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"words_key" text NOT NULL,
	"sentence" text NOT NULL,
	"figures" text NOT NULL,
	CONSTRAINT "knowledge_facts_item_id_words_key_pk" PRIMARY KEY("item_id","words_key")
);
--> statement-breakpoint
CREATE TABLE "knowledge_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expert_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"training_context" text DEFAULT '' NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"target_audience" text DEFAULT 'general' NOT NULL,
	"passage_count" integer DEFAULT 0 NOT NULL,
	"effective_from" date,
	"valid_until" date,
	"retired_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"file_name" text,
	"file_id" uuid,
	"asset_id" uuid,
	"asset_name" text,
	"asset_key" text,
	"read_by" integer DEFAULT 0 NOT NULL,
	"file_read_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_passages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"headings" text NOT NULL,
	"text" text NOT NULL,
	"is_row" boolean NOT NULL,
	"is_superseded" boolean NOT NULL,
	"is_instruction" boolean NOT NULL,
	"search" "tsvector" NOT NULL,
	"meaning" real[],
	"meaning_signs" bit varying,
	"meaning_model" text
);
--> statement-breakpoint
CREATE TABLE "knowledge_readings" (
	"reading_id" uuid NOT NULL,
	"part" text NOT NULL,
	"portion" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_readings_reading_id_part_portion_pk" PRIMARY KEY("reading_id","part","portion")
);
--> statement-breakpoint
CREATE TABLE "knowledge_words" (
	"item_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"word" text NOT NULL,
	"root" text NOT NULL,
	"passages" integer NOT NULL,
	CONSTRAINT "knowledge_words_item_id_word_pk" PRIMARY KEY("item_id","word")
);
--> statement-breakpoint
CREATE TABLE "question_settlements" (
	"expert_id" uuid NOT NULL,
	"question_key" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_settlements_expert_id_question_key_pk" PRIMARY KEY("expert_id","question_key")
);
--> statement-breakpoint
CREATE TABLE "visitor_call_counts" (
	"expert_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "visitor_call_counts_expert_id_address_hash_pk" PRIMARY KEY("expert_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "event_part_days" (
	"bucket" timestamp with time zone PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint NOT NULL,
	"has_touches" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_part_marks" (
	"lead_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_part_moves" (
	"lead_id" uuid NOT NULL,
	"from_group" uuid,
	"to_group" uuid,
	"from_platform" text,
	"to_platform" text
);
--> statement-breakpoint
CREATE TABLE "event_parts" (
	"by" text NOT NULL,
	"key" text NOT NULL,
	"bucket" timestamp with time zone NOT NULL,
	"campaign_id" uuid NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint NOT NULL,
	CONSTRAINT "event_parts_by_bucket_campaign_id_type_key_pk" PRIMARY KEY("by","bucket","campaign_id","type","key")
);
--> statement-breakpoint
CREATE TABLE "follow_up_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follow_up_drafts" (
	"lead_id" uuid NOT NULL,
	"basis" text NOT NULL,
	"draft" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follow_up_drafts_lead_id_basis_pk" PRIMARY KEY("lead_id","basis")
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
	"claims" jsonb,
	"override" jsonb,
	"composition_id" uuid,
	"test" jsonb,
	"test_since" timestamp with time zone,
	"verdict" jsonb,
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
	"send_window" jsonb,
	"starts_at" timestamp with time zone,
	"skips_busy_people" boolean DEFAULT true NOT NULL,
	"ends_at" timestamp with time zone,
	"launched_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"reason" text,
	"details" jsonb,
	"answered_for" jsonb,
	"needs_expansion" boolean DEFAULT false NOT NULL,
	"expanded_to" uuid,
	"restored_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"archived_at" timestamp with time zone,
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
	"variant" text DEFAULT 'A' NOT NULL,
	"channel" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"html" text,
	"from_header" text,
	"claims" jsonb,
	"override" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_key" text NOT NULL,
	"mailbox_id" uuid,
	"channel" text DEFAULT 'email' NOT NULL,
	"kind" text NOT NULL,
	"lead_id" uuid NOT NULL,
	"campaign_id" uuid,
	"message_id" uuid,
	"from_address" text NOT NULL,
	"rfc_message_id" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"label" text,
	"labelled_by" text,
	"consent_ids" uuid[] DEFAULT '{}' NOT NULL,
	"away_until" timestamp with time zone,
	"original_id" uuid,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"done_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL
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
CREATE TABLE "mailboxes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"is_server" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"smtp_host" text NOT NULL,
	"smtp_port" integer NOT NULL,
	"smtp_security" text NOT NULL,
	"imap_host" text DEFAULT '' NOT NULL,
	"imap_port" integer DEFAULT 993 NOT NULL,
	"imap_security" text DEFAULT 'tls' NOT NULL,
	"username" text NOT NULL,
	"sealed_password" text NOT NULL,
	"limits" jsonb,
	"sending_days" integer DEFAULT 0 NOT NULL,
	"last_sending_day" text,
	"paused_at" timestamp with time zone,
	"reason" text,
	"details" jsonb,
	"read_validity" text,
	"read_uid" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"read_reason" text,
	"read_details" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "message_attempts" (
	"message_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"worker" uuid NOT NULL,
	"transport" text NOT NULL,
	"mailbox_id" uuid,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"verdict" jsonb
);
--> statement-breakpoint
CREATE TABLE "message_tallies" (
	"campaign_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	"left" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"lead_id" uuid,
	"channel" text NOT NULL,
	"variant" text DEFAULT 'A' NOT NULL,
	"is_in_test" boolean DEFAULT false NOT NULL,
	"follows_step_id" uuid,
	"composition_id" uuid,
	"address" text,
	"contact_hash" text,
	"is_practice" boolean DEFAULT false NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"mailbox_id" uuid,
	"vars" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"touchpoint_id" uuid,
	"route" text DEFAULT 'mail' NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"receipt" text,
	"is_queued" boolean GENERATED ALWAYS AS (status = 'queued') STORED,
	"reason" text,
	"details" jsonb,
	"legal_ground" text,
	"due_at" timestamp with time zone NOT NULL,
	"lease_owner" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messenger_peers" (
	"peer_hash" text PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messenger_readings" (
	"messenger" text PRIMARY KEY NOT NULL,
	"cursor" text,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_sentences" (
	"lead_id" uuid NOT NULL,
	"basis" text NOT NULL,
	"note" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_sentences_lead_id_basis_pk" PRIMARY KEY("lead_id","basis")
);
--> statement-breakpoint
CREATE TABLE "reply_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inbound_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"details" jsonb,
	"sent_by" text NOT NULL,
	"proof" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sequence_stops" (
	"campaign_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequence_stops_campaign_id_lead_id_pk" PRIMARY KEY("campaign_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "source_notices" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"mail_id" uuid NOT NULL,
	"touchpoint_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"reason" text,
	"details" jsonb,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "step_variants" (
	"step_id" uuid NOT NULL,
	"letter" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"claims" jsonb,
	"override" jsonb,
	"composition_id" uuid,
	"retired_at" timestamp with time zone,
	CONSTRAINT "step_variants_step_id_letter_pk" PRIMARY KEY("step_id","letter")
);
--> statement-breakpoint
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
	"moderator_since" timestamp with time zone,
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
	"other_before" jsonb,
	"invite_hash" text,
	"invited_at" timestamp with time zone,
	"invited_by" text,
	"invite_state" text,
	"invite_refused_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"status_before_block" text,
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
	"is_dated" boolean DEFAULT true NOT NULL,
	"edited_at" timestamp with time zone,
	"source_id" uuid,
	"external_id" text,
	"parent_external_id" text,
	"is_gone_at_source" boolean DEFAULT false NOT NULL,
	"answer_state" text,
	"proof" jsonb,
	"moderated_at" timestamp with time zone,
	"unknown_to" uuid,
	"escalated_at" timestamp with time zone,
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
CREATE TABLE "community_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"community_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"details" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"is_backfilled" boolean DEFAULT false NOT NULL,
	"last_synced_at" timestamp with time zone,
	"next_sync_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"disconnected_at" timestamp with time zone,
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
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid,
	"reason" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claim_evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"published_on" date NOT NULL,
	"valid_until" date,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"purpose" text NOT NULL,
	"ground" text,
	"source" text NOT NULL,
	"source_url" text,
	"text_version" text DEFAULT '' NOT NULL,
	"proof" text DEFAULT '' NOT NULL,
	"collected_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_by" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_hash" text NOT NULL,
	"reason" text NOT NULL,
	"lead_id" uuid,
	"campaign_id" uuid,
	"reply_id" uuid,
	"reason_before_reply" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_voices" (
	"id" text PRIMARY KEY DEFAULT 'workspace' NOT NULL,
	"voice" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"category" text DEFAULT 'marketing' NOT NULL,
	"tags" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"html" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"review_note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"session_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "content_page_counts" (
	"page_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"visits" bigint DEFAULT 0 NOT NULL,
	"conversions" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_page_counts_page_id_campaign_id_pk" PRIMARY KEY("page_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "content_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asset_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"action" jsonb NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published" jsonb,
	"published_at" timestamp with time zone,
	"published_by" text,
	"unpublished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_pages_asset_id_unique" UNIQUE("asset_id"),
	CONSTRAINT "content_pages_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "content_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_name" text NOT NULL,
	"content_type" text NOT NULL,
	"requirements" text NOT NULL,
	"target_audience" text DEFAULT 'health enthusiasts' NOT NULL,
	"tone" text DEFAULT 'professional' NOT NULL,
	"current_version" integer DEFAULT 0 NOT NULL,
	"set_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"session_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"request" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"html" text,
	"explanation" text DEFAULT '' NOT NULL,
	"suggestions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"written_by" text NOT NULL,
	"facts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_versions_session_id_number_pk" PRIMARY KEY("session_id","number")
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"owner_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_act_portions" (
	"act_id" uuid NOT NULL,
	"first_lead_id" uuid NOT NULL,
	"last_lead_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	CONSTRAINT "lead_act_portions_act_id_first_lead_id_pk" PRIMARY KEY("act_id","first_lead_id")
);
--> statement-breakpoint
CREATE TABLE "lead_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" jsonb NOT NULL,
	"selection" jsonb,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"last_lead_id" uuid,
	"actor_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_dismissals" (
	"lead_id" uuid NOT NULL,
	"contact_hash" text NOT NULL,
	"kept_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "lead_dismissals_lead_id_contact_hash_pk" PRIMARY KEY("lead_id","contact_hash")
);
--> statement-breakpoint
CREATE TABLE "lead_duplicates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"keep_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_enrichments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_enrichments_lead_id_unique" UNIQUE("lead_id")
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
CREATE TABLE "lead_import_suppressions" (
	"suppression_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "lead_import_suppressions_import_id_suppression_id_pk" PRIMARY KEY("import_id","suppression_id")
);
--> statement-breakpoint
CREATE TABLE "lead_import_withdrawals" (
	"consent_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"imported" integer NOT NULL,
	"imported_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undo" jsonb
);
--> statement-breakpoint
CREATE TABLE "lead_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kept_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"moved" jsonb NOT NULL,
	"suppressed" jsonb NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "lead_run_candidates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"ai_score" numeric(3, 1) NOT NULL,
	"person" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid,
	"search_query" text NOT NULL,
	"requested" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"sources" jsonb NOT NULL,
	"queries" jsonb DEFAULT '{}'::jsonb NOT NULL,
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
CREATE TABLE "lead_tags" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "lead_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" text,
	"is_shared" boolean NOT NULL,
	"query" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"given_name" text,
	"family_name" text,
	"company" text,
	"email" text,
	"email_key" text,
	"contact_hash" text,
	"handle" text,
	"handle_key" text,
	"phone" text,
	"phone_key" text,
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
	"time_zone" text,
	"legal_ground" text NOT NULL,
	"owner_id" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"is_not_fit" boolean DEFAULT false NOT NULL,
	"match_keys" text[],
	"run_id" uuid,
	"import_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "privacy_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lead_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retention" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"rules" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"removed" jsonb NOT NULL,
	"written_by_hand" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_troubles" (
	"service" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"reason" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text DEFAULT 'My workspace' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"postal_address" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"sender_email" text DEFAULT '' NOT NULL,
	"jurisdictions" text[] DEFAULT '{US,EU,UK}' NOT NULL,
	"visitor_region" text DEFAULT 'anywhere' NOT NULL,
	"approved_content_only" boolean DEFAULT false NOT NULL,
	"counts_opens" boolean DEFAULT false NOT NULL,
	"away_days" integer DEFAULT 7 NOT NULL,
	"demo_seeded_at" timestamp with time zone,
	"is_initialised" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counted_sales" (
	"reporter" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"value" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_days" (
	"bucket" timestamp with time zone NOT NULL,
	"campaign_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"type" text NOT NULL,
	"count" bigint NOT NULL,
	"value_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "event_days_campaign_id_type_bucket_pk" PRIMARY KEY("campaign_id","type","bucket")
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
	"opened_at" timestamp with time zone,
	"preloaded_at" timestamp with time zone,
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
CREATE TABLE "uploaded_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"upload_id" text,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"arrived_at" timestamp with time zone,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"kept_as" uuid
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_call_counts" ADD CONSTRAINT "agent_call_counts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "golden_questions" ADD CONSTRAINT "golden_questions_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_notices" ADD CONSTRAINT "handover_notices_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_facts" ADD CONSTRAINT "knowledge_facts_item_id_knowledge_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."knowledge_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_facts" ADD CONSTRAINT "knowledge_facts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_items" ADD CONSTRAINT "knowledge_items_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_item_id_knowledge_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."knowledge_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_item_id_knowledge_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."knowledge_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_settlements" ADD CONSTRAINT "question_settlements_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_call_counts" ADD CONSTRAINT "visitor_call_counts_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_answers" ADD CONSTRAINT "follow_up_answers_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_drafts" ADD CONSTRAINT "follow_up_drafts_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_steps" ADD CONSTRAINT "campaign_steps_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compositions" ADD CONSTRAINT "compositions_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messenger_peers" ADD CONSTRAINT "messenger_peers_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_sentences" ADD CONSTRAINT "personal_sentences_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_answers" ADD CONSTRAINT "reply_answers_inbound_id_inbound_mails_id_fk" FOREIGN KEY ("inbound_id") REFERENCES "public"."inbound_mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_answers" ADD CONSTRAINT "reply_answers_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_stops" ADD CONSTRAINT "sequence_stops_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_stops" ADD CONSTRAINT "sequence_stops_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_notices" ADD CONSTRAINT "source_notices_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_variants" ADD CONSTRAINT "step_variants_step_id_campaign_steps_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."campaign_steps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "community_reports" ADD CONSTRAINT "community_reports_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_sources" ADD CONSTRAINT "community_sources_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_asset_id_content_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."content_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_page_counts" ADD CONSTRAINT "content_page_counts_page_id_content_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."content_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_pages" ADD CONSTRAINT "content_pages_asset_id_content_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."content_assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_session_id_content_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."content_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_act_portions" ADD CONSTRAINT "lead_act_portions_act_id_lead_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."lead_acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_dismissals" ADD CONSTRAINT "lead_dismissals_kept_id_leads_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."leads"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_duplicates" ADD CONSTRAINT "lead_duplicates_keep_id_leads_id_fk" FOREIGN KEY ("keep_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_duplicates" ADD CONSTRAINT "lead_duplicates_other_id_leads_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_enrichments" ADD CONSTRAINT "lead_enrichments_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_kept_id_leads_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_other_id_leads_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_run_candidates" ADD CONSTRAINT "lead_run_candidates_run_id_lead_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."lead_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_runs" ADD CONSTRAINT "lead_runs_group_id_lead_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."lead_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_schedules" ADD CONSTRAINT "lead_schedules_group_id_lead_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."lead_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_views" ADD CONSTRAINT "lead_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_group_id_lead_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."lead_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "source_deliveries_record" ON "source_deliveries" USING btree ("search_id","hash");--> statement-breakpoint
CREATE INDEX "source_deliveries_created" ON "source_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "accounts_user_id" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "conversation_messages_order" ON "conversation_messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_messages_client" ON "conversation_messages" USING btree ("conversation_id","client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "conversation_messages_unanswered" ON "conversation_messages" USING btree ("created_at") WHERE is_answered = false;--> statement-breakpoint
CREATE INDEX "conversations_expert" ON "conversations" USING btree ("expert_id","started_at");--> statement-breakpoint
CREATE INDEX "conversations_recent" ON "conversations" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversations_handover" ON "conversations" USING btree ("handover_at") WHERE handover_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_session" ON "conversations" USING btree ("expert_id","session_key") WHERE session_key is not null;--> statement-breakpoint
CREATE INDEX "conversations_lead" ON "conversations" USING btree ("lead_id") WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_proposed" ON "conversations" USING btree ("proposed_lead_id") WHERE proposed_lead_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "experts_api_key" ON "experts" USING btree ("api_key");--> statement-breakpoint
CREATE INDEX "golden_questions_expert" ON "golden_questions" USING btree ("expert_id","created_at");--> statement-breakpoint
CREATE INDEX "knowledge_facts_words" ON "knowledge_facts" USING btree ("expert_id","words_key","item_id");--> statement-breakpoint
CREATE INDEX "knowledge_items_expert" ON "knowledge_items" USING btree ("expert_id","created_at");--> statement-breakpoint
CREATE INDEX "knowledge_items_file" ON "knowledge_items" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "knowledge_items_read_by" ON "knowledge_items" USING btree ("read_by");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_items_asset" ON "knowledge_items" USING btree ("asset_id","expert_id") WHERE asset_id is not null;--> statement-breakpoint
CREATE INDEX "knowledge_passages_item" ON "knowledge_passages" USING btree ("item_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_passages_search" ON "knowledge_passages" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "knowledge_passages_expert" ON "knowledge_passages" USING btree ("expert_id");--> statement-breakpoint
CREATE INDEX "knowledge_passages_instruction" ON "knowledge_passages" USING btree ("item_id") WHERE is_instruction;--> statement-breakpoint
CREATE INDEX "knowledge_readings_age" ON "knowledge_readings" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "knowledge_words_root" ON "knowledge_words" USING btree ("expert_id","root");--> statement-breakpoint
CREATE INDEX "knowledge_words_similar" ON "knowledge_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "visitor_call_counts_age" ON "visitor_call_counts" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "follow_up_answers_lead" ON "follow_up_answers" USING btree ("lead_id","kind");--> statement-breakpoint
CREATE INDEX "follow_up_drafts_created" ON "follow_up_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_steps_key" ON "campaign_steps" USING btree ("campaign_id","channel","ordinal");--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "compositions_step" ON "compositions" USING btree ("step_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_mails_source" ON "inbound_mails" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "inbound_mails_lead" ON "inbound_mails" USING btree ("lead_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_attempts_key" ON "message_attempts" USING btree ("message_id","number");--> statement-breakpoint
CREATE INDEX "message_attempts_started" ON "message_attempts" USING brin ("started_at");--> statement-breakpoint
CREATE INDEX "message_attempts_mailbox" ON "message_attempts" USING btree ("mailbox_id","started_at") WHERE mailbox_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("campaign_id","step_id","lead_id","channel");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("campaign_id","route","is_practice","due_at","id") WHERE is_queued;--> statement-breakpoint
CREATE INDEX "messages_contact" ON "messages" USING btree ("contact_hash","id") WHERE channel <> 'email';--> statement-breakpoint
CREATE INDEX "messages_contact_gone" ON "messages" USING btree ("contact_hash","id") WHERE lead_id is null and channel = 'email';--> statement-breakpoint
CREATE INDEX "messages_campaign_page" ON "messages" USING btree ("campaign_id","id");--> statement-breakpoint
CREATE INDEX "messages_lead" ON "messages" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "messenger_peers_message" ON "messenger_peers" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "reply_answers_lead" ON "reply_answers" USING btree ("lead_id","id");--> statement-breakpoint
CREATE INDEX "sequence_stops_lead" ON "sequence_stops" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "source_notices_mail" ON "source_notices" USING btree ("mail_id");--> statement-breakpoint
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
CREATE INDEX "community_members_joined_into" ON "community_members" USING btree ("joined_into") WHERE joined_into is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_posts_external" ON "community_posts" USING btree ("source_id","external_id");--> statement-breakpoint
CREATE INDEX "community_posts_shown" ON "community_posts" USING btree ("community_id","is_pinned","posted_at","id") WHERE parent_id is null and state = 'published' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "community_posts_comments" ON "community_posts" USING btree ("parent_id","posted_at") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "community_posts_active" ON "community_posts" USING btree ("community_id","posted_at");--> statement-breakpoint
CREATE INDEX "community_posts_waiting" ON "community_posts" USING btree ("community_id","posted_at") WHERE state in ('held', 'draft') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "community_posts_rejected" ON "community_posts" USING btree ("community_id","posted_at","id") WHERE state = 'rejected' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "community_posts_member" ON "community_posts" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "community_posts_orphans" ON "community_posts" USING btree ("source_id","parent_external_id") WHERE parent_id is null and parent_external_id is not null;--> statement-breakpoint
CREATE INDEX "community_posts_unmoderated" ON "community_posts" USING btree ("posted_at") WHERE parent_id is null and state = 'published' and deleted_at is null and moderated_at is null and user_id is null and expert_id is null;--> statement-breakpoint
CREATE INDEX "community_posts_unknown" ON "community_posts" USING btree ("posted_at") WHERE unknown_to is not null;--> statement-breakpoint
CREATE INDEX "community_posts_unescalated" ON "community_posts" USING btree ("posted_at") WHERE escalated_at is null and deleted_at is null and flags @> '[{"kind": "safety"}]';--> statement-breakpoint
CREATE INDEX "community_reactions_active" ON "community_reactions" USING btree ("community_id","created_at");--> statement-breakpoint
CREATE INDEX "community_reactions_member" ON "community_reactions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "community_reports_open" ON "community_reports" USING btree ("post_id") WHERE settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_sources_place" ON "community_sources" USING btree ("community_id","kind","place");--> statement-breakpoint
CREATE INDEX "community_sources_due" ON "community_sources" USING btree ("next_sync_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_previews_url" ON "link_previews" USING btree (md5(url));--> statement-breakpoint
CREATE INDEX "link_previews_fetched" ON "link_previews" USING btree ("fetched_at");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "consents_lead" ON "consents" USING btree ("lead_id","channel","purpose","id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_contact_hash" ON "suppressions" USING btree ("contact_hash");--> statement-breakpoint
CREATE INDEX "suppressions_lead_id" ON "suppressions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "suppressions_reply" ON "suppressions" USING btree ("reply_id") WHERE reply_id is not null;--> statement-breakpoint
CREATE INDEX "content_assets_created" ON "content_assets" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_category" ON "content_assets" USING btree ("category","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_type" ON "content_assets" USING btree ("type","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_assets_unrendered" ON "content_assets" USING btree ("id") WHERE html is null;--> statement-breakpoint
CREATE INDEX "content_assets_search" ON "content_assets" USING gin ((lower(name || ' ' || tags || ' ' || content)) gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_media_asset" ON "content_media" USING btree ("asset_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_media_file" ON "content_media" USING btree ("asset_id","file_id");--> statement-breakpoint
CREATE INDEX "content_sessions_updated" ON "content_sessions" USING btree ("updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "content_versions_unrendered" ON "content_versions" USING btree ("session_id","number") WHERE html is null;--> statement-breakpoint
CREATE INDEX "tasks_lead" ON "tasks" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("due_at") WHERE done_at is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_acts_created" ON "lead_acts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lead_dismissals_contact_hash" ON "lead_dismissals" USING btree ("contact_hash");--> statement-breakpoint
CREATE INDEX "lead_dismissals_kept" ON "lead_dismissals" USING btree ("kept_id") WHERE kept_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_duplicates_pair" ON "lead_duplicates" USING btree ("keep_id","other_id");--> statement-breakpoint
CREATE INDEX "lead_duplicates_other" ON "lead_duplicates" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "lead_enrichments_due" ON "lead_enrichments" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "lead_import_suppressions_entry" ON "lead_import_suppressions" USING btree ("suppression_id");--> statement-breakpoint
CREATE INDEX "lead_import_withdrawals_import" ON "lead_import_withdrawals" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "lead_merges_kept" ON "lead_merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "lead_merges_other" ON "lead_merges" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "lead_notes_lead" ON "lead_notes" USING btree ("lead_id","created_at");--> statement-breakpoint
CREATE INDEX "lead_run_candidates_run" ON "lead_run_candidates" USING btree ("run_id","ai_score");--> statement-breakpoint
CREATE INDEX "lead_runs_started" ON "lead_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "lead_runs_group" ON "lead_runs" USING btree ("group_id","started_at");--> statement-breakpoint
CREATE INDEX "lead_runs_open" ON "lead_runs" USING btree ("state") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "lead_views_owner" ON "lead_views" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_email_key" ON "leads" USING btree ("email_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "leads_handle_key" ON "leads" USING btree ("handle_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_phone_key" ON "leads" USING btree ("phone_key") WHERE deleted_at is null and phone_key is not null;--> statement-breakpoint
CREATE INDEX "leads_score" ON "leads" USING btree ("ai_score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_name" ON "leads" USING btree ((left(lower(name), 40)),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_last_contact" ON "leads" USING btree ((coalesce(last_contact_at, 'epoch'::timestamptz)),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_stage" ON "leads" USING btree ((case stage when 'new' then 0 when 'contacted' then 1 when 'engaged' then 2 when 'qualified' then 3 when 'converted' then 4 end),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_contact_status" ON "leads" USING btree ("contact_status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_platform" ON "leads" USING btree ("platform","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_group_score" ON "leads" USING btree ("group_id","ai_score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_stage_score" ON "leads" USING btree ("stage","ai_score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_owner_score" ON "leads" USING btree ("owner_id","ai_score","id") WHERE deleted_at is null and owner_id is not null;--> statement-breakpoint
CREATE INDEX "leads_tags" ON "leads" USING gin ("tags") WHERE deleted_at is null and tags <> '{}';--> statement-breakpoint
CREATE INDEX "leads_match_keys" ON "leads" USING gin ("match_keys") WHERE deleted_at is null and match_keys <> '{}';--> statement-breakpoint
CREATE INDEX "leads_unmatched" ON "leads" USING btree ("id") WHERE deleted_at is null and match_keys is null;--> statement-breakpoint
CREATE INDEX "leads_not_fit" ON "leads" USING btree ("ai_score") WHERE deleted_at is null and is_not_fit;--> statement-breakpoint
CREATE INDEX "leads_google_mailbox" ON "leads" USING btree (replace(split_part(email_key, '@', 1), '.', '')) WHERE deleted_at is null and email_key ~ '@(gmail|googlemail)\.com$';--> statement-breakpoint
CREATE INDEX "leads_contact_hash" ON "leads" USING btree ("contact_hash");--> statement-breakpoint
CREATE INDEX "leads_run" ON "leads" USING btree ("run_id","ai_score","id") WHERE deleted_at is null and run_id is not null;--> statement-breakpoint
CREATE INDEX "leads_import" ON "leads" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "leads_agreed" ON "leads" USING btree ("id") WHERE deleted_at is null and legal_ground = 'consent' and (handle is not null or phone is not null);--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("search_text" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("lead_id","kind") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "privacy_requests_due" ON "privacy_requests" USING btree ("due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "counted_sales_reporter" ON "counted_sales" USING btree ("reporter","at");--> statement-breakpoint
CREATE INDEX "event_days_bucket" ON "event_days" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "event_rollups_bucket" ON "event_rollups" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "events_lead" ON "events" USING btree ("lead_id","occurred_at");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("type","occurred_at");--> statement-breakpoint
CREATE INDEX "events_purchase" ON "events" USING btree ("lead_id","value_cents") WHERE type = 'purchase.made';--> statement-breakpoint
CREATE INDEX "events_refund" ON "events" USING btree ("lead_id","value_cents") WHERE type = 'purchase.refunded';--> statement-breakpoint
CREATE INDEX "page_event_ids_received" ON "page_event_ids" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "uploaded_files_age" ON "uploaded_files" USING btree ("given_at");
--> statement-breakpoint
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
-- The trail is appended only. Owners and superusers pass by grants, so a trigger refuses, whoever asks and however
-- the session is set (ENABLE ALWAYS).
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
-- Keeps the tallies true in the transaction that changes messages. Rows are appended, never updated, so that nobody
-- waits for anybody; the job campaigns.fold_tallies adds them up.
CREATE FUNCTION tally_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
    SELECT campaign_id, channel, status, count(*), count(sent_at) FROM after_rows GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
    SELECT campaign_id, channel, status, -count(*), -count(sent_at) FROM before_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO message_tallies (campaign_id, channel, status, count, "left")
    SELECT campaign_id, channel, status, sum(change), coalesce(sum(change) FILTER (WHERE sent_at IS NOT NULL), 0) FROM (
      SELECT campaign_id, channel, status, sent_at, 1 AS change FROM after_rows
      UNION ALL
      SELECT campaign_id, channel, status, sent_at, -1 AS change FROM before_rows
    ) AS changes GROUP BY 1, 2, 3
    HAVING sum(change) <> 0 OR sum(change) FILTER (WHERE sent_at IS NOT NULL) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Who is put into another lead group, or is known from another place, takes what happened with them along: the sums of
-- days that are over are put right by these rows until the job has done it.
CREATE FUNCTION note_part_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_moves (lead_id, from_group, to_group, from_platform, to_platform)
  VALUES (OLD.id, OLD.group_id, NEW.group_id, OLD.platform, NEW.platform);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A merge gives events to somebody else, with the talks that claim what follows them.
CREATE FUNCTION mark_part_owners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_marks (lead_id, since)
  SELECT id, '-infinity' FROM (VALUES (OLD.lead_id), (NEW.lead_id)) AS person(id) WHERE id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A talk claims what follows it and the hour before, which may be a day that is over where it is found late.
CREATE FUNCTION mark_part_talk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_marks (lead_id, since) VALUES (NEW.lead_id, NEW.occurred_at - interval '1 hour');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A contact that is found late may be the first or the last one before what somebody did since: the days of that person
-- are counted from the events until they are summed up again. What happens today is not summed up yet.
CREATE FUNCTION mark_part_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_part_marks (lead_id, since) VALUES (NEW.lead_id, NEW.occurred_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A sale that is struck out, or counted after a review, makes the sums of its day others than they were, also where as many
-- and as much are left: the day is summed up again.
CREATE FUNCTION forget_part_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_part_days WHERE bucket = date_bin('1 day', OLD.occurred_at, '2000-01-01T00:00:00Z');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Events of months without a partition of their own (very late or wrongly dated ones) are kept here.
CREATE TABLE events_other PARTITION OF events DEFAULT;
--> statement-breakpoint
SELECT ensure_event_partition(month)
FROM generate_series(now() - interval '13 months', now() + interval '3 months', interval '1 month') AS month;
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
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER messages_tally_insert AFTER INSERT ON messages REFERENCING NEW TABLE AS after_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_messages();
--> statement-breakpoint
CREATE TRIGGER messages_tally_update AFTER UPDATE ON messages REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_messages();
--> statement-breakpoint
CREATE TRIGGER messages_tally_delete AFTER DELETE ON messages REFERENCING OLD TABLE AS before_rows
FOR EACH STATEMENT EXECUTE FUNCTION tally_messages();
--> statement-breakpoint
CREATE TRIGGER leads_part_move AFTER UPDATE OF group_id, platform ON leads FOR EACH ROW
WHEN (OLD.group_id IS DISTINCT FROM NEW.group_id OR OLD.platform IS DISTINCT FROM NEW.platform)
EXECUTE FUNCTION note_part_move();
--> statement-breakpoint
CREATE TRIGGER events_part_owner AFTER UPDATE OF lead_id ON events FOR EACH ROW
WHEN (OLD.lead_id IS DISTINCT FROM NEW.lead_id) EXECUTE FUNCTION mark_part_owners();
--> statement-breakpoint
CREATE TRIGGER events_part_talk AFTER INSERT ON events FOR EACH ROW
WHEN (NEW.type = 'conversation.linked' AND NEW.lead_id IS NOT NULL) EXECUTE FUNCTION mark_part_talk();
--> statement-breakpoint
CREATE TRIGGER events_part_contact AFTER INSERT ON events FOR EACH ROW
WHEN (NEW.type IN ('message.sent', 'link.clicked', 'landing.visited', 'reply.received') AND NEW.lead_id IS NOT NULL
  AND NEW.occurred_at < date_trunc('day', now(), 'UTC'))
EXECUTE FUNCTION mark_part_contact();
--> statement-breakpoint
CREATE TRIGGER events_part_type AFTER UPDATE OF type ON events FOR EACH ROW
WHEN (OLD.type IS DISTINCT FROM NEW.type) EXECUTE FUNCTION forget_part_day();
--> statement-breakpoint
-- Queues churn: vacuum them long before a fifth of the table is dead.
ALTER TABLE messages SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 70);
--> statement-breakpoint
ALTER TABLE message_attempts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, fillfactor = 80);
--> statement-breakpoint
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM PUBLIC, CURRENT_USER;

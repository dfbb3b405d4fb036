ALTER TABLE "leads" ADD COLUMN "given_name" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "family_name" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "time_zone" text;
-- Until now a link without an issuer was the operator's, or that of an admin removed meanwhile. Open ones end.
DELETE FROM "password_resets" WHERE "issued_by" IS NULL;--> statement-breakpoint
ALTER TABLE "password_resets" ADD COLUMN "issuer_kind" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_issuer" CHECK (("password_resets"."issuer_kind" = 'admin') = ("password_resets"."issued_by" is not null));
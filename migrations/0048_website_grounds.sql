-- People of our own pages: who agreed on a landing page has consented, the others asked to be answered.
UPDATE "leads" SET "legal_ground" = CASE WHEN EXISTS (
    SELECT 1 FROM "consents" WHERE "consents"."lead_id" = "leads"."id" AND "consents"."purpose" = 'marketing'
      AND "consents"."ground" = 'consent' AND "consents"."recorded_by" = 'Landing page'
  ) THEN 'consent' ELSE 'enquiry' END
WHERE "platform" = 'website' AND "legal_ground" = 'legitimate_interest';

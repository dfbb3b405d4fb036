CREATE TABLE "access_policy" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"second_factor_from" timestamp with time zone
);

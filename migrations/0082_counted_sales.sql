CREATE TABLE "counted_sales" (
	"reporter" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"value" double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counted_sales_reporter" ON "counted_sales" USING btree ("reporter","at");--> statement-breakpoint
-- A sale that is struck out, or counted after a review, makes the sums of its day others than they were, also where as many
-- and as much are left: the day is summed up again.
CREATE FUNCTION forget_part_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_part_days WHERE bucket = date_bin('1 day', OLD.occurred_at, '2000-01-01T00:00:00Z');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_part_type AFTER UPDATE OF type ON events FOR EACH ROW
WHEN (OLD.type IS DISTINCT FROM NEW.type) EXECUTE FUNCTION forget_part_day();

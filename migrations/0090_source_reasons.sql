-- The sentences that the sources of runs were stored with become codes; what no code says is kept as an answer.
CREATE FUNCTION pg_temp.source_with_reason(source jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  note text := source->>'note';
  code text;
  details jsonb;
BEGIN
  IF jsonb_typeof(source) IS DISTINCT FROM 'object' THEN
    RETURN source;
  END IF;
  code := CASE
    WHEN note IS NULL THEN NULL
    WHEN note = 'Stopped at the spending limit' THEN 'spending_limit'
    WHEN note = 'Nothing to ask: conditions are not searched for' THEN 'nothing_to_ask'
    WHEN note = 'It failed on our side' THEN 'failed_here'
    WHEN note = 'Stopped' THEN 'stopped'
    WHEN note LIKE 'Scored by the built-in engine: %' THEN 'scored_by_rules'
    WHEN source->>'state' = 'off' AND note ~ '^Off(: set [A-Z0-9_]+( and [A-Z0-9_]+)*)?$' THEN 'setting_missing'
    WHEN source->>'state' = 'failed' THEN 'search_failed'
    ELSE 'earlier_note' END;
  details := CASE
    WHEN code = 'setting_missing' THEN jsonb_build_object('needs', CASE note WHEN 'Off' THEN '[]'::jsonb
      ELSE to_jsonb(string_to_array(substr(note, length('Off: set ') + 1), ' and ')) END)
    WHEN code = 'scored_by_rules'
      THEN jsonb_build_object('answer', substr(note, length('Scored by the built-in engine: ') + 1))
    WHEN code IN ('search_failed', 'earlier_note') THEN jsonb_build_object('answer', note) END;
  RETURN (source - 'note') || jsonb_build_object('reason', code, 'details', details);
END $$;
--> statement-breakpoint
UPDATE lead_runs SET sources = (
  SELECT jsonb_agg(pg_temp.source_with_reason(source) ORDER BY position)
  FROM jsonb_array_elements(sources) WITH ORDINALITY AS listed(source, position))
WHERE CASE jsonb_typeof(sources) WHEN 'array' THEN jsonb_array_length(sources) > 0 END;

-- The sentences that flags of posts were stored with become codes; what no code says is kept as a note.
CREATE FUNCTION pg_temp.flag_with_code(flag jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  said text := flag->>'reason';
  code text;
BEGIN
  IF jsonb_typeof(flag) IS DISTINCT FROM 'object' THEN
    RETURN flag;
  END IF;
  code := CASE said
    WHEN 'Somebody may be in crisis' THEN 'crisis'
    WHEN 'This may be an emergency' THEN 'emergency'
    WHEN 'Advises to change a medicine' THEN 'changes_medicine'
    WHEN 'Advises a dose' THEN 'dose'
    WHEN 'Names a diagnosis' THEN 'diagnosis'
    WHEN 'Advises against a doctor' THEN 'against_doctor'
    WHEN 'Promises quick money' THEN 'quick_money'
    WHEN 'Reads like an advertisement' THEN 'advertisement'
    WHEN 'Leads people away to a private chat' THEN 'private_chat'
    WHEN 'Hides where a link leads' THEN 'hidden_link'
    WHEN 'Repeats one character' THEN 'one_character'
    WHEN 'Says the same again and again' THEN 'repetition'
    WHEN 'Written in capitals' THEN 'capitals'
    WHEN 'The same was posted within a day' THEN 'copy' END;
  RETURN flag || CASE
    WHEN code IS NOT NULL THEN jsonb_build_object('reason', code, 'details', '{}'::jsonb)
    WHEN said ~ '^Holds \d{1,6} links$' THEN jsonb_build_object('reason', 'many_links', 'details',
      jsonb_build_object('links', (regexp_match(said, '\d+'))[1]::int))
    ELSE jsonb_build_object('reason', 'earlier_note', 'details', jsonb_build_object('note', coalesce(said, ''))) END;
END $$;
--> statement-breakpoint
UPDATE community_posts SET flags = (
  SELECT jsonb_agg(pg_temp.flag_with_code(flag) ORDER BY position)
  FROM jsonb_array_elements(flags) WITH ORDINALITY AS listed(flag, position))
WHERE CASE jsonb_typeof(flags) WHEN 'array' THEN jsonb_array_length(flags) > 0 END;

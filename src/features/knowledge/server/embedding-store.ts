import { type Queryable, rowsOf, sql } from '#platform/db.ts';
import type { Candidate } from '../rules-retrieval.ts';
import { writtenOn } from './store.ts';

/** So many are compared number by number; the signs of the numbers have chosen them. */
const COMPARED = 40;

/** Neither superseded nor an order: what may be quoted. */
const MAY_BE_QUOTED = sql`not p.is_superseded and not p.is_instruction`;
const isUnread = (model: string) => sql`p.meaning_model is distinct from ${model}`;

export function listWithoutEmbedding(
  db: Queryable,
  { agentId, model, limit }: { agentId: string; model: string; limit: number },
): Promise<{ id: string; title: string; headings: string; text: string }[]> {
  return rowsOf(
    db,
    sql`select p.id, i.title, p.headings, p.text
      from knowledge_passages p join knowledge_items i on i.id = p.item_id
      where p.expert_id = ${agentId} and ${isUnread(model)} and ${MAY_BE_QUOTED} and i.retired_at is null
      limit ${limit}`,
  );
}

export async function listAgentsWithoutEmbeddings(db: Queryable, model: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select e.id from experts e where e.deleted_at is null and exists (
      select 1 from knowledge_passages p join knowledge_items i on i.id = p.item_id
      where p.expert_id = e.id and ${isUnread(model)} and ${MAY_BE_QUOTED} and i.retired_at is null)`,
  );
  return rows.map(({ id }) => id);
}

/** A passage that is gone by now is left out. */
export async function storeEmbeddings(
  db: Queryable,
  model: string,
  rows: readonly { id: string; embedding: readonly number[]; signs: string }[],
): Promise<void> {
  await db.execute(sql`
    update knowledge_passages p
    set meaning = array(select jsonb_array_elements_text(r.embedding)::real), meaning_signs = r.signs::bit varying,
      meaning_model = ${model}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, embedding jsonb, signs text)
    where p.id = r.id`);
}

/** Passages of this agent in use, likest first; 1 is the same, 0 nothing in common. */
export function searchByEmbedding(
  db: Queryable,
  query: { agentId: string; model: string; embedding: readonly number[]; signs: string; limit: number },
): Promise<(Candidate & { similarity: number })[]> {
  const { agentId, model, signs, limit } = query;
  return rowsOf(
    db,
    sql`with near as materialized (
        select i.id, i.title, i.effective_from, ${writtenOn}, p.headings, p.text, p.position, p.is_row, p.meaning
        from knowledge_passages p
        join knowledge_items i on i.id = p.item_id and i.expert_id = ${agentId}
          and i.retired_at is null and (i.valid_until is null or i.valid_until >= current_date)
        where p.expert_id = ${agentId} and p.meaning_model = ${model} and ${MAY_BE_QUOTED}
          and length(p.meaning_signs) = ${signs.length}
        order by bit_count(p.meaning_signs # ${signs}::bit varying), p.id
        limit ${COMPARED}
      )
      select n.id as "knowledgeId", n.title, n.headings, n.text, n.position, n.is_row as "isRow",
        n.effective_from::text as "effectiveFrom", n."writtenOn", l.similarity
      from near n
      cross join lateral (
        select sum(a * b)::float8 as similarity
        from unnest(n.meaning, ${sql.param([...query.embedding])}::real[]) as v(a, b)
      ) l
      order by l.similarity desc, n.effective_from desc nulls last
      limit ${limit}`,
  );
}

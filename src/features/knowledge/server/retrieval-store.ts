import { type Queryable, rowsOf, runPrepared, sql } from '#platform/db.ts';
import type { Candidate } from '../rules-retrieval.ts';
import { IS_IN_USE, WRITTEN_ON } from './store.ts';

const COUNT_ROOTS = `select null as root, coalesce(sum(i.passage_count), 0)::int as passages
  from knowledge_items i where i.expert_id = $1 and ${IS_IN_USE}
  union all
  select w.root, sum(w.passages)::int
  from knowledge_words w join knowledge_items i on i.id = w.item_id
  where w.expert_id = $1 and w.root = any($2::text[]) and ${IS_IN_USE}
  group by w.root`;

/** How many passages this agent has, and in how many of them each of these roots stands. */
export async function countRoots(
  db: Queryable,
  agentId: string,
  roots: readonly string[],
): Promise<{ passages: number; passagesWith: Map<string, number> }> {
  const rows = await runPrepared<{ root: string | null; passages: number }>(db, {
    name: 'agents_count_roots',
    text: COUNT_ROOTS,
    values: [agentId, roots],
  });
  const passages = rows.find(({ root }) => root === null)?.passages ?? 0;
  return {
    passages,
    passagesWith: new Map(rows.flatMap((row) => (row.root === null ? [] : [[row.root, row.passages]]))),
  };
}

/** Words of this agent's knowledge that look like the given ones, likest first. */
export function findSimilarWords(
  db: Queryable,
  agentId: string,
  words: readonly string[],
): Promise<{ asked: string; word: string; root: string; similarity: number }[]> {
  return rowsOf(
    db,
    sql`select asked, s.word, s.root, s.likeness::float8 as likeness
      from unnest(${sql.param([...words])}::text[]) asked,
      lateral (
        select distinct on (w.word) w.word, w.root, similarity(w.word, asked) as likeness
        from knowledge_words w join knowledge_items i on i.id = w.item_id
        where w.expert_id = ${agentId} and w.word % asked and ${sql.raw(IS_IN_USE)}
        order by w.word
      ) s
      order by asked, s.likeness desc`,
  );
}

/** Roots that mean one thing that is asked for. */
export type RootGroup = {
  roots: readonly string[];
  weight: number;
  /** In how many passages at least one of them stands, as far as is known. */
  passages: number;
};

/**
 * The passages of this agent that speak most of what is asked: each group of roots that stands in a passage adds its
 * weight. Superseded text, instructions, retired items and items past their last day are not looked at.
 */
export async function searchPassages(
  db: Queryable,
  agentId: string,
  { groups, passages, limit }: { groups: readonly RootGroup[]; passages: number; limit: number },
): Promise<Candidate[]> {
  const asked = groups.filter(({ roots }) => roots.length > 0);
  if (asked.length === 0) return [];
  const any = passages <= SMALL ? queryOf(asked.flatMap(({ roots }) => roots)) : lookedFor(asked);
  return runPrepared<Candidate>(db, {
    // Each number of groups is a text of its own, and most questions have a few.
    name: asked.length <= MOST_PREPARED ? `agents_search_${asked.length}` : '',
    text: searchText(asked.length),
    values: [agentId, any, limit, ...asked.flatMap(({ roots, weight }) => [queryOf(roots), weight])],
  });
}

/** Whatever is looked for, it is rare in all passages or the agent has few: one plan suits all. */
function searchText(groups: number): string {
  const score = Array.from(
    { length: groups },
    (_, at) => `case when p.search @@ $${at * 2 + 4}::tsquery then $${at * 2 + 5}::float8 else 0 end`,
  ).join(' + ');
  return `select i.id as "knowledgeId", i.title, p.headings, p.text, p.position, p.is_row as "isRow",
      i.effective_from::text as "effectiveFrom", ${WRITTEN_ON}
    from (
      select p.item_id, p.headings, p.text, p.position, p.is_row, ${score} as score
      from knowledge_passages p
      where p.expert_id = $1 and p.search @@ $2::tsquery
        and not p.is_superseded and not p.is_instruction
    ) p
    join knowledge_items i on i.id = p.item_id and i.expert_id = $1 and ${IS_IN_USE}
    order by p.score desc, i.effective_from desc nulls last, p.position
    limit $3`;
}

const MOST_PREPARED = 12;
/** An agent with no more passages is searched by every word. */
const SMALL = 2_000;
const FEW_PASSAGES = 500;

/**
 * What a passage has to hold to be scored at all. Rare words are looked for by themselves; of words that stand in
 * many passages two have to come together, since one alone never outweighs a rare one and reading all of its
 * passages makes a large knowledge slow.
 */
function lookedFor(groups: readonly RootGroup[]): string {
  const rare: RootGroup[] = [];
  let reach = 0;
  for (const group of groups.toSorted((left, right) => left.passages - right.passages)) {
    reach += group.passages;
    if (reach <= FEW_PASSAGES || group.passages === 0) rare.push(group);
  }
  const common = groups.filter((group) => !rare.includes(group));
  const pairs = common.flatMap((one, index) =>
    common.slice(index + 1).map((other) => `(${queryOf(one.roots)}) & (${queryOf(other.roots)})`),
  );
  const alone = rare.map(({ roots }) => queryOf(roots));
  const parts = [
    ...alone,
    ...(pairs.length > 0 || alone.length > 0 ? pairs : common.map(({ roots }) => queryOf(roots))),
  ];
  return parts.join(' | ');
}

/** Roots hold letters and digits only, so they need no more than quotes. */
function queryOf(roots: readonly string[]): string {
  return [...new Set(roots)]
    .map((root) => `'${root.replaceAll("'", "''").replaceAll('\\', '')}'`)
    .join(' | ');
}

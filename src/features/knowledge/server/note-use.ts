/** SQL that notes a use: `ids` is an array of item ids, `at` a time. A part of the statement that stores an answer. */
export const noteUse = ({ ids, at, from }: Record<'ids' | 'at' | 'from', string>): string =>
  `update knowledge_items set last_used_at = ${at} from ${from} where knowledge_items.id = any(${ids})`;

import { describe, expect, it } from 'vitest';
import { factoriesIn, factoryProblems } from '../../scripts/check-factories.ts';

const BAG = `export function createGroups({ db }: Dependencies) {
  return {
    listGroups: () => list(db),
  };
}`;

describe('the check of factories', () => {
  it.each([
    BAG,
    `export function createGroups(ctx: Context) {\n  return {\n    async list() {\n      return [];\n    },\n  };\n}`,
    `export function createGroups(db: Database) {\n  const all = [];\n  return {\n    list: () => all,\n  };\n}`,
    `export function createGate(ctx: Context) {\n  return (id: string) => isOpen(ctx, id);\n}`,
    `export async function createTokens(secret: string): Promise<Tokens> {\n  return new Tokens(secret);\n}`,
    `export const createGroups = ({ db }: Dependencies) => ({ list: () => list(db) });`,
  ])('refuses %s', (text) => {
    expect(factoriesIn(text)).toHaveLength(1);
  });

  it.each([
    `export function createGroup(ctx: Context, name: string): Promise<Group> {\n  return inTransaction(ctx.db, (tx) => insert(tx, name));\n}`,
    `export async function createPost(\n  ctx: PostContext,\n  post: NewPost,\n): Promise<Post> {\n  return {\n    id: newId(),\n    at: ctx.clock.now(),\n  };\n}`,
    `export function createSession({ db, clock }: SessionContext): Promise<Session> {\n  return insert(db, clock.now());\n}`,
    `export async function createRow({ db }: Pick<Context, 'db'>) {\n  return insert(db);\n}`,
    `export async function createKey(tx: Transaction, name: string) {\n  const key = newKey();\n  return key;\n}`,
    `function createParts({ db }: Options) {\n  return { list: () => db };\n}`,
    `export function creates(text: string) {\n  return text;\n}`,
  ])('admits %s', (text) => {
    expect(factoriesIn(text)).toEqual([]);
  });

  it('admits a factory that is listed with its reason, and refuses an entry without one', () => {
    const texts = new Map([['leads/server/groups.ts', BAG]]);
    const listed = (file: string) => [{ file, reason: 'owns a thread' }];
    expect(factoryProblems(texts, [])).toEqual([expect.stringContaining('createGroups')]);
    expect(factoryProblems(texts, listed('leads/server/groups.ts'))).toEqual([]);
    expect(factoryProblems(new Map(), listed('leads/server/groups.ts'))).toEqual([
      expect.stringContaining('remove it'),
    ]);
  });
});

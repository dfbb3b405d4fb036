import { issueUploadAddress } from '#features/uploads/server/single-file.ts';
import type { Context } from '#platform/context.ts';
import type { HttpServer } from '#platform/http.ts';
import * as contract from '../contract.ts';
import * as files from '../contract-files.ts';
import * as teaching from '../contract-teaching.ts';
import {
  addKnowledge,
  changeKnowledge,
  getKnowledge,
  listKnowledge,
  listPassages,
} from './knowledge-items.ts';
import { listTaughtAgents, teachAgent } from './teach-agent.ts';
import { addTrainingMaterial, getTrainingFile, putTrainingFile, readFileAgain } from './training-files.ts';

/** What an agent knows, and the files it was read from. */
export function mountKnowledge({ mount }: HttpServer, ctx: Context): void {
  mount(contract.listKnowledge, ({ query }) => listKnowledge(ctx, query));
  mount(contract.getKnowledge, ({ params }) => getKnowledge(ctx, params.id));
  mount(contract.listPassages, ({ params, query }) => listPassages(ctx, params.id, query));
  mount(contract.addKnowledge, ({ body: { expertId, ...item } }) =>
    addKnowledge(ctx, { ...item, agentId: expertId }),
  );
  mount(contract.changeKnowledge, ({ params, body }) => changeKnowledge(ctx, params.id, body));
  mount(teaching.listTaughtAgents, ({ params }) => listTaughtAgents(ctx, params.id));
  mount(teaching.teachAgent, ({ params, body }) => teachAgent(ctx, params.id, body.expertId));

  mount(files.createUpload, async () => ({ uploadURL: await issueUploadAddress(ctx, 'training') }));
  mount(files.putUpload, async ({ params, body }, { setHeader }) => {
    const stored = await putTrainingFile(ctx, params.id, body);
    // Without it the upload widget takes no PUT for done.
    setHeader('etag', `"${params.id}"`);
    return stored;
  });
  mount(files.addTrainingMaterial, ({ body }) => addTrainingMaterial(ctx, body));
  mount(files.readFileAgain, ({ params }) => readFileAgain(ctx, params.id));
  mount(files.getTrainingFile, ({ params }) => getTrainingFile(ctx, params.id));
}

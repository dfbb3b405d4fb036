import type { HttpServer } from '#platform/http.ts';
import { addKnowledge, changeKnowledge, getKnowledge, listKnowledge, listPassages } from '../contract.ts';
import {
  addTrainingMaterial,
  createUpload,
  getTrainingFile,
  putUpload,
  readFileAgain,
} from '../contract-files.ts';
import { listTaughtAgents, teachAgent } from '../contract-teaching.ts';
import type { TrainingFiles } from './training-files.ts';
import type { Knowledge } from './knowledge-items.ts';
import type { Teaching } from './teach-agent.ts';

type Parts = { knowledge: Knowledge; teaching: Teaching };

/** What an agent knows. */
export function mountKnowledge({ mount }: HttpServer, { knowledge, teaching }: Parts): void {
  mount(listKnowledge, ({ query }) => knowledge.list(query));
  mount(getKnowledge, ({ params }) => knowledge.get(params.id));
  mount(listPassages, ({ params, query }) => knowledge.listPassages(params.id, query));
  mount(addKnowledge, ({ body: { expertId, ...item } }) => knowledge.add({ ...item, agentId: expertId }));
  mount(changeKnowledge, ({ params, body }) => knowledge.change(params.id, body));
  mount(listTaughtAgents, ({ params }) => teaching.listTaught(params.id));
  mount(teachAgent, ({ params, body }) => teaching.teach(params.id, body.expertId));
}

/** The files that an agent is taught from. */
export function mountTrainingFiles({ mount }: HttpServer, files: TrainingFiles): void {
  mount(createUpload, () => files.begin());
  mount(putUpload, async ({ params, body }, { setHeader }) => {
    const stored = await files.put(params.id, body);
    // Without it the upload widget takes no PUT for done.
    setHeader('etag', `"${params.id}"`);
    return stored;
  });
  mount(addTrainingMaterial, ({ body }) => files.addMaterial(body));
  mount(readFileAgain, ({ params }) => files.readAgain(params.id));
  mount(getTrainingFile, ({ params }) => files.read(params.id));
}

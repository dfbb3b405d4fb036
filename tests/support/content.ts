import type {
  ContentSession,
  ContentSessionDetail,
  WritingEvent,
} from '#features/content/contract-sessions.ts';
import type { TestClient } from './client.ts';

export type Generation = { content: string; suggestions: string[]; version: number; blanks: number };

export const REQUIREMENTS =
  'Mail about the winter sampler: six blends, 30 cups, $18. Mention that returns are free.';

/** What tests of writing call, with whom `writer` answers at that time unless somebody else is named. */
export function sessionCalls(writer: () => TestClient) {
  return {
    createSession: (body: object = {}, client = writer()): Promise<ContentSession> =>
      client.post('/api/content-generation/sessions', {
        sessionName: 'Winter',
        requirements: REQUIREMENTS,
        ...body,
      }),
    generate: (sessionId: string, body: object = {}, client = writer()): Promise<Generation> =>
      client.post('/api/content-generation/generate', {
        sessionId,
        prompt: 'Write the first draft',
        contentType: 'email',
        targetAudience: 'health enthusiasts',
        tone: 'friendly',
        ...body,
      }),
    sessionOf: (id: string, client = writer()): Promise<ContentSessionDetail> =>
      client.get(`/api/content-generation/sessions/${id}`),
  };
}

export async function refusal(
  response: Promise<Response>,
): Promise<{ status: number; code: string; message: string; reason?: string }> {
  const answer = await response;
  return { status: answer.status, ...((await answer.json()) as { code: string; message: string }) };
}

/** What a stream of writing has said, once it has ended. */
export async function eventsOf(response: Response): Promise<WritingEvent[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => JSON.parse(event.slice(6)) as WritingEvent);
}

import type { Community, CommunityMember } from '#features/communities/contract.ts';
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';

/** What tests of communities call, with whom `client` answers at that time. */
export function communityCalls(client: () => TestClient) {
  let made = 0;
  const membersOf = (id: string, query = ''): Promise<CommunityMember[]> =>
    client().get(`/api/communities/${id}/members${query}`);
  return {
    create: (given: Record<string, unknown> = {}): Promise<Community> => {
      made += 1;
      return client().post('/api/communities', { name: `Tea Circle ${made}`, ...given });
    },
    find: async (id: string): Promise<Community | undefined> =>
      (await client().get<Community[]>('/api/communities')).find((one) => one.id === id),
    addMember: (id: string, given: Record<string, unknown>): Promise<CommunityMember> =>
      client().post(`/api/communities/${id}/members`, given),
    membersOf,
    invite: (id: string, emails: string[]) =>
      client().post<{ invited: number; known: number; suppressed: number; kept: string[] }>(
        `/api/communities/${id}/invitations`,
        { emails },
      ),
    /** Where the mail to somebody invited leads. */
    linkOf: async (id: string, email: string): Promise<{ memberId: string; path: string }> => {
      const member = (await membersOf(id)).find((one) => one.email === email);
      const { text } = await client().get<{ text: string }>(
        `/api/communities/${id}/members/${member?.id}/invitation`,
      );
      return {
        memberId: member?.id ?? '',
        path: new URL(/https?:\S+\/j\/\S+/.exec(text)?.[0] ?? '').pathname,
      };
    },
    statusOf: async (method: string, path: string, body?: unknown): Promise<number> =>
      (await client().call(method, path, body === undefined ? {} : { body })).status,
  };
}

/** Calls the public side as a page of another site does, or a server. */
export function callsFromOutside(app: () => TestApp) {
  return (
    path: string,
    method = 'GET',
    { body, ...headers }: { body?: unknown; [name: string]: unknown } = {},
  ): Promise<Response> =>
    app()
      .visitor()
      .call(method, `/api/external/communities/${path}`, {
        ...(body === undefined ? {} : { body }),
        headers: headers as Record<string, string>,
      });
}

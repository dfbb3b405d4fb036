import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from './server-process.ts';

/** What the issuer says of a person, beside `sub`. */
type IssuerPerson = Record<string, unknown> & { sub: string };

export type OidcIssuer = {
  url: string;
  port: number;
  clientId: string;
  clientSecret: string;
  /** Who signs in there from now on; nobody refuses. */
  person: IssuerPerson | null;
  /** Sign-outs that arrived, with the id token hint. */
  signOuts: string[];
  close: () => Promise<void>;
};

/** A real OpenID Connect issuer on loopback that signs in `person` without asking. */
export async function startOidcIssuer(redirectOrigin: string, fixedPort?: number): Promise<OidcIssuer> {
  const port = fixedPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const clientId = 'yarrow';
  const clientSecret = 'a secret for the tests only';
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const issuer: OidcIssuer = { url, port, clientId, clientSecret, person: null, signOuts: [], close };

  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${redirectOrigin}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${redirectOrigin}/`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['a key for the tests only'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'preferred_username'],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => (issuer.person?.sub === sub ? issuer.person : { sub }),
    }),
  });
  const serve = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = issuer;
    const details = await provider.interactionDetails(request, response);
    if (!person) {
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'nobody is here',
      });
    }
    const grant = new provider.Grant({ accountId: person.sub, clientId });
    grant.addOIDCScope(String(details.params['scope']));
    return provider.interactionFinished(request, response, {
      login: { accountId: person.sub, remember: false },
      consent: { grantId: await grant.save() },
    });
  }

  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/session/end') issuer.signOuts.push(searchParams.get('id_token_hint') ?? '');
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return issuer;
}

/** The part of oidc-provider that the tests use; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Interaction = { params: Record<string, unknown> };
  type InteractionResult = {
    login?: { accountId: string; remember: boolean };
    consent?: { grantId: string };
    error?: string;
    error_description?: string;
  };
  type Account = { accountId: string; claims: () => Record<string, unknown> & { sub: string } };

  export default class Provider {
    constructor(
      issuer: string,
      configuration: Record<string, unknown> & {
        interactions: { url: (context: unknown, interaction: { uid: string }) => string };
        findAccount: (context: unknown, sub: string) => Account;
      },
    );
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => {
      addOIDCScope: (scope: string) => void;
      save: () => Promise<string>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
    ): Promise<void>;
  }
}

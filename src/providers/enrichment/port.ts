/** What is known about an address without writing to it. */
export type AddressCheck = {
  /**
   * `good`: its domain takes mail. `bad`: it cannot. `unknown`: nobody could tell, which is no reason not to write.
   */
  deliverability: 'good' | 'bad' | 'unknown';
  /** info@, sales@: a desk, not a person. */
  isRole: boolean;
  /** Of a service that hands out addresses for minutes. */
  isDisposable: boolean;
};

export type AddressChecker = {
  /** Never throws: what cannot be checked is `unknown`. */
  checkAddress: (address: string) => Promise<AddressCheck>;
};

/** Somebody of whom more is wanted. */
type EnrichmentRequest = {
  /** Comes back with the answer; the same one again is the same request. */
  requestId: string;
  leadId: string;
  name: string;
  handle: string | null;
  platform: string;
  profileUrl: string | null;
};

/** The service did not take a request. The message names no address: it may reach people. */
export class EnrichmentError extends Error {
  override readonly name = 'EnrichmentError';
  readonly retryable: boolean;
  /** How long it wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      retryable,
      retryAfterMs,
      cause,
    }: { retryable: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A service that is told about people and answers when it knows more. */
export type EnrichmentWebhook = {
  /** Resolves once the service has it. Throws `EnrichmentError`. */
  ask: (request: EnrichmentRequest, signal?: AbortSignal) => Promise<void>;
  /** Whether an answer is from whom we asked: signed, or with the token of its request. */
  isAuthentic: (answer: {
    requestId: string;
    body: string;
    authorization: string | undefined;
    timestamp: string | undefined;
    signature: string | undefined;
  }) => boolean;
};

/** What the source's own directory says about a contact that it lists. */
export type ListedContact = {
  email: string;
  status:
    | 'verified'
    | 'email_verified'
    | 'phone_verified'
    | 'multi_contact'
    | 'enrichment_pending'
    | 'manual_verification'
    | 'verification_failed';
};

/** One public post and who wrote it. Text is untrusted: it is stored and shown as it is, never obeyed. */
export type SourcePost = {
  /** Stable at the source. */
  id: string;
  text: string;
  url: string | null;
  postedAt: Date;
  author: {
    name: string;
    /** As people write it: "u/dana_brews", "@moyelaran". */
    handle: string;
    /** Two letters (ISO 3166). */
    country: string | null;
  };
  /** Where the source lists how to reach the author. */
  contact: ListedContact | null;
};

export type SourcePage = {
  posts: SourcePost[];
  /** Posts read for this page, those left out included. */
  read: number;
  /** Posts that match in all; null where the source does not say. */
  total: number | null;
  /** Goes on after this page; null at the end. */
  cursor: string | null;
};

export type SourceSearch = {
  /** The audience in plain words. */
  query: string;
  /** How many people are wanted; a source may use it to size its pages. */
  limit: number;
  /** Of the page to go on after; none: from the beginning. */
  cursor?: string | undefined;
  /** Stop reading when it aborts. */
  signal: AbortSignal;
  now: Date;
};

/** Which of the specified flags a source counts for: a scraped network, a contact database, or neither. */
export type SourceKind = 'scraping' | 'enrichment' | 'built_in';

type SourceFacts = { platform: string; label: string; kind: SourceKind; isSynthetic: boolean };

/** A place to look for people that is switched on. */
export type LeadSource = SourceFacts & {
  isConfigured: true;
  /**
   * Pages of matching posts, best first. The same query and cursor give the same people in the same order.
   * Throws `SourceError`; anything else counts as our fault.
   */
  search: (search: SourceSearch) => AsyncIterable<SourcePage>;
};

/** A place to look for people that needs something first. */
export type SourceThatIsOff = SourceFacts & {
  isConfigured: false;
  /** For people: what it needs. */
  note: string;
};

export type ListedSource = LeadSource | SourceThatIsOff;

/** A search that did not work out. The message is for people: no tokens, no addresses of servers. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Trying again later may help. */
  readonly retryable: boolean;

  constructor(message: string, { retryable, cause }: { retryable: boolean; cause?: unknown }) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

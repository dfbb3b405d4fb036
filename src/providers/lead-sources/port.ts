import type { Settings } from '#platform/config.ts';
import type { Egress } from '#platform/egress.ts';
import type { SourceInbox } from './inbox.ts';

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

/** One public post (or record) and who wrote it. Text is untrusted: it is stored and shown as it is, never obeyed. */
export type SourcePost = {
  /** Stable at the source. */
  id: string;
  text: string;
  url: string | null;
  /** Null where the source does not say, as for a record of a directory. */
  postedAt: Date | null;
  author: {
    name: string;
    /** As people write it: "u/dana_brews", "@moyelaran". */
    handle: string;
    /** Two letters (ISO 3166). */
    country: string | null;
    /** What the author says of themselves at the source; it is weighed and not kept. */
    bio?: string;
    /** The place in the author's own words, where the source tells. */
    place?: string;
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
  /** What this page cost beyond those before it. */
  costUsd?: number;
};

export type SourceSearch = {
  /** The audience in plain words. */
  query: string;
  /** What to ask, planned in the way of the source (`SourceFacts.asks`). */
  queries: readonly string[];
  /** The places that the audience names: as written, and their countries (ISO 3166) where they are known. */
  places: { names: readonly string[]; countries: readonly string[] };
  /** How many people are wanted; a source may use it to size its pages. */
  limit: number;
  /** Of the page to go on after; none: from the beginning. */
  cursor?: string | undefined;
  /** Stop reading when it aborts. */
  signal: AbortSignal;
  now: Date;
  /** What may still be spent; set for a source that costs something. */
  budgetUsd?: number | undefined;
  /**
   * Stores where to go on before there is a page to give, so that a search that was started and is paid for is not
   * started again when the worker dies.
   */
  keepCursor: (cursor: string) => Promise<void>;
};

type Search = (search: SourceSearch) => AsyncIterable<SourcePage>;

/** How a source wants to be asked. */
type QueryStyle =
  /** The audience as it was described. */
  | 'sentence'
  /** What people who ask would write: "recommend evening tea". */
  | 'phrases'
  /** Two or three words that must all occur. */
  | 'keywords'
  /** One word without spaces. */
  | 'hashtags';

/** What a source does with a place that the audience names. */
type PlaceUse =
  /** It is one of the words that are asked for. */
  | 'words'
  /** People are asked for by where they live (`SourceSearch.places`). */
  | 'location'
  /** Those of its country come first. */
  | 'country'
  /** It knows no places. */
  | 'none';

type SourceCost = {
  /** List price, for the spending limits while the bill is not known. */
  usdPerThousandPosts: number;
  /** All of a run is paid when it starts, so that going on reading costs nothing more. */
  isPaidAhead: boolean;
};

type SourceFacts = {
  /** Stable id, lower case. */
  platform: string;
  label: string;
  /** Which of the specified flags it counts for: a scraped network, a contact database, or neither. */
  kind: 'scraping' | 'enrichment' | 'public' | 'built_in';
  /** People and posts are made up. */
  isSynthetic: boolean;
  /** The settings that turn it on; none where nothing is needed. */
  needs: readonly (keyof Settings)[];
  /** The most posts that one run reads. */
  postsPerRun: number;
  /** What reading costs; null where it is free. */
  cost: SourceCost | null;
  /** How many queries of which kind and length it takes, and what it does with a place. */
  asks: { style: QueryStyle; most: number; longest: number; place: PlaceUse };
};

/** What a source may use. */
export type SourceWorld = {
  settings: Settings;
  egress: Egress;
  inbox: SourceInbox;
  /** Waits between attempts; another one in tests. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** A source as its file states it. */
export type SourceDefinition = SourceFacts & {
  /** Its search; undefined while a setting that it needs is missing. Asks nobody yet. */
  connect: (world: SourceWorld) => Search | undefined;
};

/** A place to look for people that is switched on. */
export type LeadSource = SourceFacts & {
  isConfigured: true;
  /**
   * Pages of matching posts, best first. The same query and cursor give the same people in the same order.
   * Throws `SourceError`; anything else counts as our fault.
   */
  search: Search;
};

/** A place to look for people that needs something first. */
type SourceThatIsOff = SourceFacts & {
  isConfigured: false;
  /** For people: the settings that turn it on. */
  note: string;
};

export type ListedSource = LeadSource | SourceThatIsOff;

declare module '#platform/context.ts' {
  interface Context {
    /** Places to look for people, those that are off included. */
    readonly leadSources: readonly ListedSource[];
  }
}

/** A search that did not work out. The message is for people: no tokens, no addresses of servers. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Trying again later may help. */
  readonly retryable: boolean;
  /** With which the service refused. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { retryable, cause, status }: { retryable: boolean; cause?: unknown; status?: number },
  ) {
    super(message, { cause });
    this.retryable = retryable;
    this.status = status;
  }
}

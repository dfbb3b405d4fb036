export type StoredPart = { PartNumber: number; Size: number; ETag: string };
export type PartKey = { key: string; uploadId: string };
type StoredFile = { path: string; bytes: number };
/** First and last byte, both counted. */
export type ByteRange = { start: number; end: number };

/** What temporary credentials of a storage look like to those who sign with them. */
export type StorageCredentials = {
  credentials: {
    AccessKeyId: string;
    SecretAccessKey: string;
    SessionToken: string;
    /** ISO 8601. */
    Expiration: string;
  };
  bucket: string;
  region: string;
};

export type SignedAddress = { url: string; expiresSeconds: number };

/** Where browsers send to and read from the storage itself, by addresses that we sign. */
export type DirectStorage = {
  signPut: (key: string) => Promise<SignedAddress>;
  signPart: (upload: PartKey, partNumber: number) => Promise<SignedAddress>;
  /** The file as a browser gets it, of the type and under the disposition that we say. */
  signGet: (key: string, shownAs: { type: string; disposition: string }) => Promise<SignedAddress>;
  /** The key of an address of this storage; undefined where it is none. */
  keyAt: (url: string) => string | undefined;
  /** Copies a file inside of the storage; false when there is none under `from`. */
  copy: (from: string, to: string) => Promise<boolean>;
  /** Good for sending into one folder (`incoming/`) and nothing else. Undefined: no security token service is configured. */
  temporaryCredentials: ((folder: string) => Promise<StorageCredentials>) | undefined;
};

/**
 * Where files are kept. Keys are ours alone (`training/<uuid>`): what people call a file never names a place.
 * Fails with `AppError` `unavailable` where the storage does not answer.
 */
export type FileStore = {
  /** Takes the file at `path` in; it may be gone from there afterwards. Replaces what the key held. */
  put: (key: string, path: string) => Promise<void>;
  /** How large it is; undefined when there is none of that key. */
  find: (key: string) => Promise<{ bytes: number } | undefined>;
  /** Runs `work` with the file at a place on this machine, which may end with the work; undefined when there is none. */
  withFile: <T>(key: string, work: (file: StoredFile) => Promise<T>) => Promise<T | undefined>;
  /** The bytes of a file that is there. */
  read: (key: string, range?: ByteRange) => AsyncIterable<Uint8Array>;
  /** Fails where the file may still be there; one that is not there is removed. */
  remove: (key: string) => Promise<void>;

  beginMultipart: (key: string) => Promise<string>;
  putPart: (upload: PartKey, partNumber: number, part: { path: string; digest: string }) => Promise<string>;
  /** In their order; undefined when there is no such upload. */
  listParts: (upload: PartKey) => Promise<StoredPart[] | undefined>;
  /** False when a part is missing or another than the one named. */
  complete: (upload: PartKey, parts: readonly { PartNumber: number; ETag: string }[]) => Promise<boolean>;
  /** Fails where parts may still be there. */
  abort: (upload: PartKey) => Promise<void>;

  /** Undefined: the bytes pass through us. */
  direct: DirectStorage | undefined;
};

declare module '#platform/context.ts' {
  interface Context {
    readonly files: FileStore;
  }
}

export type StoredPart = { PartNumber: number; Size: number; ETag: string };
export type PartKey = { key: string; uploadId: string };

/** Where files are kept. Keys are ours alone (`training/<uuid>`): what people call a file never names a place. */
export type FileStore = {
  /** Takes the file at `path` in; it may be gone from there afterwards. Replaces what the key held. */
  put: (key: string, path: string) => Promise<void>;
  /** A place on this machine from which it can be read; undefined when there is none of that key. */
  find: (key: string) => Promise<{ path: string; bytes: number } | undefined>;
  remove: (key: string) => Promise<void>;

  beginMultipart: (key: string) => Promise<string>;
  putPart: (upload: PartKey, partNumber: number, path: string) => Promise<string>;
  /** In their order; undefined when there is no such upload. */
  listParts: (upload: PartKey) => Promise<StoredPart[] | undefined>;
  /** False when a part is missing or another than the one named. */
  complete: (upload: PartKey, parts: readonly { PartNumber: number; ETag: string }[]) => Promise<boolean>;
  abort: (upload: PartKey) => Promise<void>;
};

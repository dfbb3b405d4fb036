import type { ImportReason } from '../contract.ts';

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {
  readonly reason: ImportReason;
  constructor(reason: ImportReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A passage that may hold the answer. */
export type Candidate = {
  knowledgeId: string;
  title: string;
  headings: string;
  text: string;
  position: number;
  isRow: boolean;
  /** From when its item holds, as a date; null when it does not say. */
  effectiveFrom: string | null;
  /** That date, or when its item was taught or last changed. */
  writtenOn: string;
};

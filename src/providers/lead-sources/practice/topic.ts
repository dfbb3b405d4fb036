/**
 * A subject that practice people talk about. Texts may hold choices, `{one|another}`: each person gets one.
 * Nobody here has a condition or a diagnosis; the people want to live well, cook, move and sleep.
 */
export type PracticeTopic = {
  name: string;
  /** What people search for to find this topic. */
  keywords: readonly string[];
  /** Second halves of account names: "dana_brews". */
  handles: readonly string[];
  /** People who want to buy or find something. */
  buying: readonly string[];
  /** People with a question or a wish, not yet looking for anything to buy. */
  wondering: readonly string[];
  /** People who touch the subject in passing: done, selling, speaking of others. */
  passing: readonly string[];
};

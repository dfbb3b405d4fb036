/** Passwords that are known from breaches of other services. */
export type BreachedPasswords = {
  /** Fails where nothing is answered. The password itself never leaves this machine. */
  isKnown: (password: string) => Promise<boolean>;
};

declare module '#platform/context.ts' {
  interface Context {
    /** Undefined: not turned on. */
    readonly breachedPasswords: BreachedPasswords | undefined;
  }
}

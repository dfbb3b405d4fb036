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

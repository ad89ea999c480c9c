/** Who asks, apart from what they typed. `clientAddress` is only ever used hashed. */
export type Caller = {
  clientAddress: string;
  /** What the device cookie carries; null in a browser that has none. */
  deviceSecret: string | null;
  /** Browser and system in words. */
  deviceLabel: string;
  /** The browser's fingerprint: a hint, never proof. */
  fingerprint: string | null;
  requestId: string;
};

/** How a use case says no: to what was given, or to so many tries. */
export type Refused = { kind: "refused" };
export type Limited = { kind: "limited"; retryAfterSeconds: number };

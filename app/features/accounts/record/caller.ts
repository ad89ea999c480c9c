export type SignInClient = {
  clientAddress: string;
  deviceSecret: string | null;
  deviceLabel: string;
  /** The browser's fingerprint: a hint, never proof. */
  fingerprint: string | null;
  requestId: string;
};

export type Refused = { kind: "refused" };
export type Limited = { kind: "limited"; retryAfterSeconds: number };

export type SignInClient = {
  clientAddress: string;
  deviceSecret: string | null;
  deviceLabel: string;
  /** The browser's fingerprint: a hint, never proof. */
  fingerprint: string | null;
  requestId: string;
};

/** `wrong` for a mailed code that was never sent, too. The others can no longer work: a newer one was sent, it was
 * tried five times, or it is older than ten minutes. */
export type CodeProblem = "wrong" | "replaced" | "tried-out" | "expired";
export type CodeRefused = { kind: "refused"; problem: CodeProblem };

export type Refused = { kind: "refused" };
export type Limited = { kind: "limited"; retryAfterSeconds: number };

/** `not-working`: nothing is known about the file, and the check is to be repeated. `reason` is for staff
 * and the log. */
export type ScanResult =
  | { kind: "clean" }
  | { kind: "infected"; signature: string }
  | { kind: "not-working"; reason: string };

export type VirusScanner = {
  /** Never throws but what `content` throws. */
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanResult>;
  /** Null when it answers, else why it does not. */
  problem(): Promise<string | null>;
};

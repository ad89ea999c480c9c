import type { OutboxRow } from "./tables.ts";

/** A job's own verdict: handed over, or no longer needed (`reason` in plain words for staff). */
export type JobResult = { state: "sent"; vendorId: string | null } | { state: "cancelled"; reason: string };

/** What does the jobs of one kind. The outbox knows no kind: handlers are registered where the service is put together. */
export type JobHandler = {
  kind: OutboxRow["kind"];
  /** How many of its jobs may be done at once in one process. */
  slots: number;
  /** Topics that go first: somebody waits for them in front of a screen. */
  urgentTopics: readonly string[];
  /** How long a failed job of a topic waits for its next try; null for the usual time. */
  retryMs(topic: string): number | null;
  /** What staff call a job of this topic. */
  label(topic: string): string;
  /** Whom a job without an address goes to, for staff. */
  recipientWords: string;
  /** Why all jobs of this kind wait, in plain words for staff; null when they do not. */
  waitsFor(): string | null;
  /** For how much longer its vendor is left alone after failing; 0 when it may be tried. */
  pausedMs(): number;
  /** Does the job of a leased row. Throws `DeliveryError`. */
  run(row: OutboxRow): Promise<JobResult>;
};

export type Jobs = {
  /** Tells the worker that the outbox has something new; call it after the commit. */
  wake(): void;
  handlers: readonly JobHandler[];
  /** The references of bookings by their ids, for lists of jobs. */
  referencesOf(bookingIds: string[]): Promise<Map<string, string>>;
};

/** What does the jobs of a kind; undefined where none is registered, as in scripts that only write to the outbox. */
export function handlerOf(jobs: Pick<Jobs, "handlers">, kind: OutboxRow["kind"]): JobHandler | undefined {
  return jobs.handlers.find((handler) => handler.kind === kind);
}

import type { CancelCode } from "./cancel-codes.ts";
import type { OutboxRow } from "./tables.ts";

/** `cancelled`: no longer needed. */
export type JobResult = { state: "sent"; vendorId: string | null } | { state: "cancelled"; code: CancelCode };

/** Runs the jobs of one kind. Handlers are registered in `app/job-handlers.server.ts`; the outbox knows none. */
export type JobHandler = {
  kind: OutboxRow["kind"];
  /** How many run at once in one process. */
  slots: number;
  urgentTopics: readonly string[];
  /** Milliseconds until a failed job is tried again; null for the usual time. */
  retryMs(topic: string): number | null;
  label(topic: string): string;
  /** Shown where a job names no recipient. */
  recipientWords: string;
  /** Why all jobs of this kind wait, for staff; null when they do not. */
  waitsFor(): string | null;
  /** Milliseconds until a vendor that failed may be tried again; 0 when it may now. */
  pausedMs(): number;
  run(row: OutboxRow): Promise<JobResult>;
};

export type Jobs = {
  wake: () => void;
  handlers: readonly JobHandler[];
  /** Reference and client of each booking, for lists. */
  bookingsOf(ids: string[]): Promise<Map<string, { reference: string; person: string }>>;
};

export const handlerOf = (jobs: Pick<Jobs, "handlers">, kind: OutboxRow["kind"]): JobHandler | undefined =>
  jobs.handlers.find((handler) => handler.kind === kind);

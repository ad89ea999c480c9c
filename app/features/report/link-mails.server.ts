import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { HELD_BACK_CODES } from "#app/features/outbox/cancel-codes.ts";
import { jobsByKey } from "#app/features/outbox/job-queries.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Delivery } from "./report-rows.server.ts";
import type { LinkMailState } from "./report-words.ts";

type Link = Pick<Delivery, "id" | "token_version">;

/** The key of a mail with a delivery's link: one for each link that the delivery ever had. */
export const linkKey = ({ id, token_version }: Link, topic: string = "report-ready") =>
  `${topic}:${id}:${token_version}`;

/** `linkKey` of the newest link, in SQL. */
export const linkKeyOf = (id: string, version: string) =>
  sql<string>`'report-ready:' || ${sql.ref(id)} || ':' || ${sql.ref(version)}`;

export type LinkMail = {
  /** UTC; when a mail with the delivery's link last left. Null when none has left yet. */
  sentAt: string | null;
  /** The newest of them, and its job. */
  state: LinkMailState;
  jobId: string;
};

type Job = Awaited<ReturnType<typeof jobsByKey>>[number];

/** Whether a mail has left, as far as we know, and did not come back. */
export const hasLeft = ({ state, delivery }: { state: string | null; delivery: string | null }) =>
  state === "sent" && (delivery === null || delivery === "delivered");

function stateOf(job: Job): LinkMailState {
  const { state, cancel_code } = job;
  if (state === "sent") return hasLeft(job) ? "sent" : "came-back";
  if (state === "failed") return "failed";
  if (state !== "cancelled") return "waiting";
  return HELD_BACK_CODES.some((code) => code === cancel_code) ? "kept-back" : "not-sent";
}

/** When the link of each delivery left, by the delivery's id. None for one whose mails were erased. */
export async function linkMails(deps: Pick<Deps, "secrets"> & { db: Executor }, deliveries: readonly Link[]) {
  const keysOf = ({ id, token_version }: Link) =>
    Array.from({ length: token_version }, (_, index) =>
      linkKey({ id, token_version: token_version - index }),
    );
  const jobs = await jobsByKey(deps.db, deliveries.flatMap(keysOf));
  const byKey = new Map(jobs.map((job) => [job.dedupe_key, job]));
  return new Map(
    deliveries.flatMap((delivery) => {
      const newestFirst = keysOf(delivery).flatMap((key) => byKey.get(key) ?? []);
      const [newest] = newestFirst;
      if (!newest) return [];
      const sentAt = newestFirst.find(({ state }) => state === "sent")?.finished_at ?? null;
      return [[delivery.id, { sentAt, state: stateOf(newest), jobId: newest.id }] as const];
    }),
  );
}

import type { OutboxRow } from "./tables.ts";
import type { BadgeColour } from "#app/ui/badge.tsx";

type Job = Pick<OutboxRow, "kind" | "state" | "delivery" | "attempts" | "finished_at">;

export const OUTBOX_FILTERS = {
  all: "Everything",
  problems: "Needs attention",
  waiting: "Waiting",
  done: "Done",
} as const;
export type OutboxFilter = keyof typeof OUTBOX_FILTERS;

export const EMPTY_OUTBOX: Record<OutboxFilter, { heading: string; words: string }> = {
  problems: {
    heading: "Nothing needs attention",
    words: "What could not be sent, or came back, is listed here with the reason.",
  },
  waiting: { heading: "Nothing waits", words: "All that was due has been sent." },
  done: { heading: "Nothing was sent yet", words: "A booking sends the first mail, its confirmation." },
  all: { heading: "Nothing to send yet", words: "A booking sends the first mail, its confirmation." },
};

/** A vendor that took a text and reports nothing for so long leaves open whether it arrived. */
const UNKNOWN_AFTER_MS = 72 * 3_600_000;

export function jobState(
  { kind, state, delivery, attempts, finished_at }: Job,
  now: Date,
): { label: string; colour: BadgeColour } {
  if (delivery === "bounced")
    return { label: kind === "text" ? "Not delivered" : "Came back", colour: "red" };
  if (delivery === "spam-complaint") return { label: "Marked as spam", colour: "red" };
  if (delivery === "delivered") return { label: "Delivered", colour: "green" };
  const isQuiet = state === "sent" && now.getTime() - Date.parse(finished_at ?? "") >= UNKNOWN_AFTER_MS;
  if (kind === "text" && isQuiet) return { label: "Unknown", colour: "grey" };
  if (state === "sent") return { label: "Sent", colour: "green" };
  if (state === "failed") return { label: "Failed", colour: "red" };
  if (state === "cancelled") return { label: "Cancelled", colour: "grey" };
  if (state === "leased") return { label: "Being sent", colour: "blue" };
  return attempts > 0 ? { label: "Trying again", colour: "yellow" } : { label: "Waiting", colour: "blue" };
}

export function isRetriable({ state, delivery }: Pick<Job, "state" | "delivery">): boolean {
  if (delivery === "spam-complaint") return false;
  if (state === "sent") return delivery === "bounced";
  return state !== "leased";
}

/** True for jobs that wait, and for those that staff would otherwise keep on their list for ever. */
export function isCancellable({ state, delivery }: Pick<Job, "state" | "delivery">): boolean {
  if (state === "sent") return delivery === "bounced" || delivery === "spam-complaint";
  return state === "queued" || state === "failed";
}

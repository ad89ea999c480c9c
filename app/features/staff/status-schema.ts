import { z } from "zod";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { BOOKING_STATUSES, statusLabel, type BookingStatus } from "#app/features/booking/status.ts";
import type { DateProblem } from "./date-problem.ts";

const REASON_LIMIT = 500;
const NOTE_LIMIT = 1_000;

const text = (limit: number) =>
  z.string().trim().max(limit, `Please keep this to ${limit} characters.`).default("");

export const StatusSchema = z.object({
  status: z.enum(BOOKING_STATUSES, { error: "Please choose a status." }),
  version: z.coerce.number().int().catch(0),
  reason: text(REASON_LIMIT),
  note: text(NOTE_LIMIT),
  notify: z.literal("on").optional().catch(undefined),
  dateAccepted: z.literal("on").optional().catch(undefined),
});

export type StatusChange = z.output<typeof StatusSchema>;

export type StatusProblem = "restricted" | "changed-since" | "not-allowed" | "reason-needed" | DateProblem;

export type Refusal = { code: 400 | 409; summary: string; errors?: Record<string, string[]> };

export const WHILE_RESTRICTED: Refusal = { code: 409, summary: RESTRICTED };

const CHANGED_SINCE =
  "Somebody else changed this booking while you were looking at it. Nothing of yours was saved: see what changed, then try again.";

const at = (field: string, summary: string, message: string): Refusal => ({
  code: 400,
  summary,
  errors: { [field]: [message] },
});

/** What to tell staff, at which field and with which HTTP status, when a change is refused. */
export function statusRefusal(problem: StatusProblem, wanted: BookingStatus): Refusal {
  const refusals: Record<StatusProblem, Refusal> = {
    restricted: WHILE_RESTRICTED,
    "changed-since": { code: 409, summary: CHANGED_SINCE },
    "not-allowed": at(
      "status",
      "This change is not possible.",
      `This booking cannot become ${statusLabel(wanted)} from where it is now.`,
    ),
    "date-missing": at(
      "status",
      "This booking has no date yet. Do you want to confirm it all the same?",
      "Nothing was changed. Set a date with Edit booking first, or confirm without one below.",
    ),
    "date-past": at(
      "status",
      "The date of this booking is past. Do you want to confirm it all the same?",
      "Nothing was changed. Set another date with Edit booking first, or confirm it below.",
    ),
    "reason-needed": at("reason", "Please give a reason.", "Please say why this booking is opened again."),
  };
  return refusals[problem];
}

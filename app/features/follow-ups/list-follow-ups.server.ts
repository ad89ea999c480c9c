import { sql } from "kysely";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { bookingsById, peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { jobsByKey } from "#app/features/outbox/job-queries.server.ts";
import { hasLeft } from "#app/features/report/link-mails.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { formatMonth, formatShortDate } from "#app/platform/dates.ts";
import { STAFF_REASONS, STOP_REASONS, type FollowUpState } from "./follow-up-words.ts";
import { decideFollowUp, followUpKey, reasonAgainst } from "./follow-ups.server.ts";

const month = sql<string>`substr(due_on, 1, 7)`;

type Job = Awaited<ReturnType<typeof jobsByKey>>[number];

/** How the mail of a row went, in words; the job of an old one is no longer kept. */
function mailWords(job: Job | undefined): string {
  if (!job || (job.state === "sent" && hasLeft(job))) return "";
  if (job.state === "sent") return "The mail came back";
  return job.state === "failed" ? "The mail could not be sent" : "The mail waits to be sent";
}

/** Days to look again, the earliest first, of all months or of one (`month`), with the state of each reminder now. */
export async function listFollowUps(deps: Deps, url: URL) {
  const { db } = deps;
  const months = await db
    .selectFrom("follow_ups")
    .select((eb) => [month.as("month"), eb.fn.countAll<number>().as("count")])
    .groupBy(month)
    .orderBy(month)
    .execute();
  const asked = url.searchParams.get("month");
  const shown = months.find((one) => one.month === asked)?.month ?? null;
  const { rows, at } = await pageOfQuery(
    db
      .selectFrom("follow_ups")
      .selectAll()
      .$if(shown !== null, (query) => query.where(month, "=", shown!))
      .orderBy("due_on")
      .orderBy("id"),
    url,
  );
  const bookingIds = rows.map(({ booking_id }) => booking_id);
  const bookings = new Map((await bookingsById(db, bookingIds)).map((row) => [row.id, row]));
  const references = [...bookings.values()].map(({ reference }) => reference);
  const names = await peopleOf(deps, references);
  const jobs = new Map((await jobsByKey(db, rows.map(followUpKey))).map((job) => [job.dedupe_key, job]));
  const followUps = [];
  for (const row of rows) {
    const booking = bookings.get(row.booking_id)!;
    const reason = await reasonAgainst(deps, booking, row);
    const job = jobs.get(followUpKey(row));
    const isSent = row.state === "sent" && job?.state !== "cancelled";
    const state: FollowUpState =
      reason === "not-needed" ? "not-needed" : isSent || reason === null ? row.state : "stopped";
    const why = reason === null ? "" : STOP_REASONS[reason];
    const went = isSent ? mailWords(job) || why : why;
    const about = state === "planned" ? `Mail on ${formatShortDate(row.remind_on)}` : went;
    followUps.push({
      id: row.id,
      bookingId: booking.id,
      reference: booking.reference,
      state,
      about,
      name: names[booking.reference] ?? (reason === "restricted" ? "Client not shown" : "Client not given"),
      dueOn: formatShortDate(row.due_on),
      isDecided: row.state === "stopped" || row.state === "not-needed",
    });
  }
  const choices = months.map(({ month: id, count }) => [id, `${formatMonth(id)}: ${count}`] as const);
  return { shown, months: choices, followUps, at };
}

export type ListedFollowUp = Awaited<ReturnType<typeof listFollowUps>>["followUps"][number];

type Posted = Sent & { deps: Deps; by: ActedByRequest };
const form = formOf<Posted, Awaited<ReturnType<typeof decideFollowUp>> & { ok: false }>();
const followUpId = z.string();
const STAFF_REASON_CODES = Object.keys(STAFF_REASONS) as (keyof typeof STAFF_REASONS)[];

/** Answers the forms of the list. Throws redirects. */
export const answerFollowUps = answerForms(
  {
    stop: form({
      schema: z.object({
        followUpId,
        reason: z.enum(STAFF_REASON_CODES, { error: "Choose why." }),
      }),
      change: ({ deps, by }, stopped) => decideFollowUp(deps, { ...stopped, by }),
      said: "Nobody is reminded of this booking.",
      formId: (posted: FormData) => `stop-${String(posted.get("followUpId"))}`,
    }),
    resume: form({
      schema: z.object({ followUpId }),
      change: ({ deps, by }, resumed) => decideFollowUp(deps, { ...resumed, reason: null, by }),
      said: "The reminder is planned again.",
      formId: "buttons-form",
    }),
  },
  { words: KEPT_WORDS },
);

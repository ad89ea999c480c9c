import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { atField, type Words } from "#app/forms/answer-forms.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { formatLongDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { dayProblem, mayMail, NOT_NOW, TOO_MANY_MAILS, whyNotAsk } from "./ask-part.server.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { findContribution, lockContribution, updateContribution } from "./contribution-rows.server.ts";
import { mailAsked, mailTakenBack, tellWhenUnopened } from "./part-mails.server.ts";
import { isOut, lastDay, mayRemind, mayReopen, takesAnswers } from "./standing.ts";

/** Changes of a request by whoever asked: remind, take back, send a new link, open again. */

type RequestChange = ActedByRequest & { bookingId: string; contributionId: string };

/** Why a request was not changed. `message`: the rule that the day, or asking at all, breaks, in words. */
export type RequestRefused =
  | Refused<KeptNow | "changed" | "reminded-twice" | "mailed-today" | "too-many-mails">
  | { ok: false; problem: "day" | "why-not"; message: string };

type Changed = { ok: true } | RequestRefused;

export const REQUEST_WORDS: Words<RequestRefused> = {
  "not-found": NOT_NOW,
  erased: NOT_NOW,
  restricted: NOT_NOW,
  changed: "This has changed since you opened the page. Please look again.",
  "reminded-twice": "Two reminders were sent. Please ring them.",
  "mailed-today": "They had an email within the last 24 hours. Please wait a day before you send a reminder.",
  "too-many-mails": TOO_MANY_MAILS,
  day: ({ message }) => atField("until", message),
  "why-not": ({ message }) => message,
};

type Found = {
  inside: Inside;
  booking: BookingRow;
  asked: NonNullable<Awaited<ReturnType<typeof lockContribution>>>;
  facts: Awaited<ReturnType<typeof readFacts>>;
};

async function change(
  deps: Deps,
  { bookingId, contributionId, ...by }: RequestChange,
  work: (found: Found) => Promise<Changed>,
): Promise<Changed> {
  const asked = { bookingId, by, bindsReferrer: true as const };
  return changeBooking(deps, asked, async (inside, booking): Promise<Changed> => {
    const asked = await lockContribution(inside, contributionId);
    if (asked?.booking_id !== bookingId) return refused("changed");
    return work({ inside, booking, asked, facts: await readFacts(inside, booking) });
  });
}

const TOO_EARLY = { "too-many": refused("reminded-twice"), "too-soon": refused("mailed-today") };

/** Mails a reminder: one a day, two in all. */
export async function remindAsked(deps: Deps, request: RequestChange): Promise<Changed> {
  const known = await findContribution(deps, request.contributionId);
  if (!known || known.email === null) return refused("changed");
  const now = deps.clock.now();
  const early = mayRemind(known, now);
  if (early !== "yes") return TOO_EARLY[early];
  if (!(await mayMail(deps, known.email))) return refused("too-many-mails");
  return change(deps, request, async ({ inside, booking, asked, facts }) => {
    if (!takesAnswers(standingIn(deps, asked, facts))) return refused("changed");
    const may = mayRemind(asked, now);
    if (may !== "yes") return TOO_EARLY[may];
    const reminders = asked.reminders + 1;
    await updateContribution(inside.db, asked.id, { reminders, reminded_at: now.toISOString() });
    const untilOn = lastDay(asked, facts.visitDay);
    await mailAsked(inside, asked, { topic: "part-reminder", untilOn, count: reminders });
    await recordAudit(inside, request, "part.reminded", ["booking", booking.id]);
    return DONE;
  });
}

/** Takes a request back: its link ends, and what was written stays for the record. */
export function takeBack(deps: Deps, request: RequestChange): Promise<Changed> {
  return change(deps, request, async ({ inside, booking, asked, facts }) => {
    if (asked.state === "withdrawn") return DONE;
    const standing = standingIn(deps, asked, facts);
    if (!isOut(standing)) return refused("changed");
    await updateContribution(inside.db, asked.id, {
      state: "withdrawn",
      token_version: asked.token_version + 1,
      decided_at: deps.clock.now().toISOString(),
    });
    await mailTakenBack(inside, asked);
    await recordAudit(inside, request, "part.taken-back", ["booking", booking.id]);
    return DONE;
  });
}

/** Sends a new link with a new last day; the old link ends. Opens again what was sent, refused or taken back. */
export async function askAgain(
  deps: Deps,
  { until, ...request }: RequestChange & { until: IsoDate },
): Promise<Changed> {
  const known = await findContribution(deps, request.contributionId);
  if (!known) return refused("changed");
  if (!(await mayMail(deps, known.email))) return refused("too-many-mails");
  return change(deps, request, async ({ inside, booking, asked, facts }) => {
    const standing = standingIn(deps, asked, facts);
    if (!takesAnswers(standing) && !mayReopen(standing)) return refused("changed");
    const today = londonDate(deps.clock.now());
    const why = whyNotAsk(facts, today);
    if (why) return { ok: false, problem: "why-not", message: why };
    const day = dayProblem(until, today, facts.visitDay);
    if (day) return { ok: false, problem: "day", message: day };
    const now = deps.clock.now().toISOString();
    await updateContribution(inside.db, asked.id, {
      state: asked.opened_at === null ? "asked" : "opened",
      token_version: asked.token_version + 1,
      until_on: until,
      asked_at: now,
      sent_at: null,
      decided_at: null,
      late_at: null,
      reopen_asked_at: null,
      birth_doubted_at: null,
      tries: 0,
      locked_until: null,
      reminders: 0,
      reminded_at: null,
    });
    const renewed = (await findContribution(inside, asked.id))!;
    await mailAsked(inside, renewed, { topic: "part-asked", untilOn: until });
    await tellWhenUnopened(inside, booking, renewed);
    await recordAudit(inside, request, "part.link-renewed", ["booking", booking.id], {
      note: `Until ${formatLongDate(until)}`,
    });
    return DONE;
  });
}

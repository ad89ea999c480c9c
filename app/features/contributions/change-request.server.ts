import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { formatLongDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { dayProblem, mayMail, NOT_NOW, TOO_MANY_MAILS, whyNotAsk } from "./ask-part.server.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { findContribution, lockContribution } from "./contribution-rows.server.ts";
import { mailAsked, mailTakenBack, tellWhenUnopened } from "./part-mails.server.ts";
import { isOut, lastDay, mayRemind, mayReopen, takesAnswers } from "./standing.ts";

/** Changes of a request by whoever asked: remind, take back, send a new link, open again. Each returns a refusal in
 * words, or null when it is done. */

export type RequestChange = ActedByRequest & {
  bookingId: string;
  contributionId: string;
};

export const CHANGED_SINCE = "This has changed since you opened the page. Please look again.";

async function change(
  deps: Deps,
  { bookingId, contributionId, ...by }: RequestChange,
  work: (found: {
    trx: Inside["db"];
    inside: Inside;
    booking: BookingRow;
    asked: NonNullable<Awaited<ReturnType<typeof lockContribution>>>;
    facts: Awaited<ReturnType<typeof readFacts>>;
  }) => Promise<string | null>,
): Promise<string | null> {
  const changed = await changeBooking(
    deps,
    { bookingId, by, bindsReferrer: true },
    async (inside, booking) => {
      const asked = await lockContribution(inside, contributionId);
      const isSo = asked?.booking_id === bookingId;
      const facts = await readFacts(inside, booking);
      const message = isSo ? await work({ trx: inside.db, inside, booking, asked, facts }) : CHANGED_SINCE;
      return message === null ? DONE : ({ ok: false, problem: "in-words", message } as const);
    },
  );
  if (changed.ok) return null;
  return changed.problem === "in-words" ? changed.message : NOT_NOW;
}

/** Mails a reminder: one a day, two in all. */
export async function remindAsked(deps: Deps, request: RequestChange): Promise<string | null> {
  const known = await findContribution(deps, request.contributionId);
  if (!known || known.email === null) return CHANGED_SINCE;
  const now = deps.clock.now();
  const refusals = {
    "too-many": "Two reminders were sent. Please ring them.",
    "too-soon": "They had an email within the last 24 hours. Please wait a day before you send a reminder.",
  };
  const early = mayRemind(known, now);
  if (early !== "yes") return refusals[early];
  if (!(await mayMail(deps, known.email))) return TOO_MANY_MAILS;
  return change(deps, request, async ({ trx, booking, asked, facts }) => {
    if (!takesAnswers(standingIn(deps, asked, facts))) return CHANGED_SINCE;
    const may = mayRemind(asked, now);
    if (may !== "yes") return refusals[may];
    const reminders = asked.reminders + 1;
    await trx
      .updateTable("contributions")
      .set({ reminders, reminded_at: now.toISOString() })
      .where("id", "=", asked.id)
      .execute();
    const untilOn = lastDay(asked, facts.visitDay);
    await mailAsked(trx, deps, asked, {
      topic: "part-reminder",
      untilOn,
      count: reminders,
    });
    await recordAudit(trx, deps, request, "part.reminded", ["booking", booking.id]);
    return null;
  });
}

/** Takes a request back: its link ends, and what was written stays for the record. */
export function takeBack(deps: Deps, request: RequestChange): Promise<string | null> {
  return change(deps, request, async ({ trx, booking, asked, facts }) => {
    if (asked.state === "withdrawn") return null;
    const standing = standingIn(deps, asked, facts);
    if (!isOut(standing)) return CHANGED_SINCE;
    await trx
      .updateTable("contributions")
      .set({
        state: "withdrawn",
        token_version: asked.token_version + 1,
        decided_at: deps.clock.now().toISOString(),
      })
      .where("id", "=", asked.id)
      .execute();
    await mailTakenBack(trx, deps, asked);
    await recordAudit(trx, deps, request, "part.taken-back", ["booking", booking.id]);
    return null;
  });
}

/** Sends a new link with a new last day; the old link ends. Opens again what was sent, refused or taken back. */
export async function askAgain(
  deps: Deps,
  { until, ...request }: RequestChange & { until: IsoDate },
): Promise<{ field: "until" | null; message: string } | null> {
  const known = await findContribution(deps, request.contributionId);
  if (!known) return { field: null, message: CHANGED_SINCE };
  if (!(await mayMail(deps, known.email))) return { field: null, message: TOO_MANY_MAILS };
  let field: "until" | null = null;
  const message = await change(deps, request, async ({ trx, inside, booking, asked, facts }) => {
    const standing = standingIn(deps, asked, facts);
    if (!takesAnswers(standing) && !mayReopen(standing)) return CHANGED_SINCE;
    const today = londonDate(deps.clock.now());
    const why = whyNotAsk(facts, today);
    if (why) return why;
    const day = dayProblem(until, today, facts.visitDay);
    if (day) field = "until";
    if (day) return day;
    const now = deps.clock.now().toISOString();
    await trx
      .updateTable("contributions")
      .set({
        state: asked.opened_at === null ? "asked" : "opened",
        token_version: asked.token_version + 1,
        until_on: until,
        asked_at: now,
        ...{
          sent_at: null,
          decided_at: null,
          late_at: null,
          reopen_asked_at: null,
          birth_doubted_at: null,
        },
        ...{ tries: 0, locked_until: null, reminders: 0, reminded_at: null },
      })
      .where("id", "=", asked.id)
      .execute();
    const renewed = (await findContribution(inside, asked.id))!;
    await mailAsked(trx, deps, renewed, {
      topic: "part-asked",
      untilOn: until,
    });
    await tellWhenUnopened(trx, deps, booking, renewed);
    await recordAudit(trx, deps, request, "part.link-renewed", ["booking", booking.id], {
      note: `Until ${formatLongDate(until)}`,
    });
    return null;
  });
  return message === null ? null : { field, message };
}

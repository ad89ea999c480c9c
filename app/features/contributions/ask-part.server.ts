import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { changeBooking } from "#app/features/booking/record/change-booking.server.ts";
import { readShownSections } from "#app/features/referral/queries.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, formatLongDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { partsToAsk } from "./asked-parts.ts";
import type { AskInput } from "./ask-schema.ts";
import { hashPerson, readFacts, standingIn, type Facts } from "./booking-facts.server.ts";
import {
  contributionsOf,
  emailHash,
  findContribution,
  sealedDetails,
  type Contribution,
} from "./contribution-rows.server.ts";
import { mailAsked, tellWhenUnopened } from "./part-mails.server.ts";
import { isOut } from "./standing.ts";
import { DEFAULT_DAYS, MAX_DAYS, MAX_MAILS_A_DAY, MAX_OPEN } from "./words.ts";

/** A refusal: the field it is about, or none, and its sentence. */
type AskProblem = { status: 400 | 409 | 429; field: "until" | "parts" | "email" | null; message: string };

const problem = (status: AskProblem["status"], message: string, field: AskProblem["field"] = null) => ({
  status,
  field,
  message,
});

export const NOT_NOW = "Nobody can be asked about this booking at the moment. Please call us.";

/** Why a last day will not do; null when it will. */
export function dayProblem(day: IsoDate, today: IsoDate, visitDay: IsoDate | null): string | null {
  if (visitDay !== null && day >= visitDay)
    return `Choose a day before the visit on ${formatLongDate(visitDay)}.`;
  if (day < today) return "Choose today or a later day.";
  return day > addDays(today, MAX_DAYS) ? `Choose a day within ${MAX_DAYS} days.` : null;
}

/** The last day that the form suggests. */
export function suggestedDay(today: IsoDate, visitDay: IsoDate | null): IsoDate {
  const usual = addDays(today, DEFAULT_DAYS);
  const before = visitDay === null ? usual : addDays(visitDay, -1);
  return before < usual && before >= today ? before : usual;
}

export const BIRTH_FIRST =
  "Enter the person’s date of birth in Personal Details first: whoever you ask proves with it that they know the person.";

/** Why nobody can be asked about a booking, in words; null when somebody can. */
export function whyNotAsk(facts: Facts, today: IsoDate): string | null {
  if (facts.isRestricted) return NOT_NOW;
  if (facts.isClosed) return "This booking is closed. Nobody can be asked any more.";
  if (facts.visitDay !== null && facts.visitDay <= today)
    return "The visit is today. Please ring whoever knows the answers.";
  if (facts.person.dob === null) return BIRTH_FIRST;
  return null;
}

/** Counts a mail to an address; false when it has had enough today. */
export async function mayMail(deps: Deps, email: string | null): Promise<boolean> {
  if (email === null) return true;
  return (await hitRateLimit(deps, RATE_LIMITS.partMail, emailHash(deps.secrets, email))).isAllowed;
}

export const TOO_MANY_MAILS = `This address has had ${MAX_MAILS_A_DAY} emails from us today. Please ask again tomorrow, or print a sheet.`;

/** Who asks, on pages: the referrer's first name, through the practice; or the practice itself. */
export function askerOf(
  deps: Pick<Deps, "settings">,
  { asked_by_kind }: Pick<Contribution, "asked_by_kind">,
  booking: BookingRow,
) {
  const { name } = deps.settings.current().company;
  const referrer = asked_by_kind === "staff" ? "" : booking.referrer_first_name;
  return referrer ? { asker: referrer, through: name } : { asker: name, through: null };
}

async function insert(
  trx: Executor,
  deps: Deps,
  { booking, by, asked, facts }: { booking: BookingRow; by: ActedByRequest; asked: AskInput; facts: Facts },
): Promise<string> {
  const id = deps.ids.uuid();
  const email = asked.way === "email" ? (asked.email ?? null) : null;
  const { name, note = "", basisReason = "" } = asked;
  await trx
    .insertInto("contributions")
    .values({
      id,
      booking_id: booking.id,
      role: asked.role,
      basis: asked.basis,
      until_on: asked.until,
      part_keys: JSON.stringify(asked.parts),
      details_sealed: sealedDetails.encrypt(deps.secrets, id, { name, email, note, basisReason }),
      email_hash: email === null ? null : emailHash(deps.secrets, email),
      can_see_answers: asked.canSee ? 1 : 0,
      token_version: 1,
      state: "asked" as const,
      asked_by_kind: by.actor.kind,
      asked_by_id: by.actor.id,
      asked_at: deps.clock.now().toISOString(),
      opened_at: null,
      sent_at: null,
      decided_at: null,
      late_at: null,
      reply_sealed: null,
      fee_at: null,
      birth_doubted_at: null,
      reopen_asked_at: null,
      tries: 0,
      locked_until: null,
      reminders: 0,
      reminded_at: null,
      ...hashPerson(deps.secrets, facts.person),
    })
    .execute();
  return id;
}

type Asked = { ok: true; id: string; isOwnAddress: boolean } | ({ ok: false } & AskProblem);

/** Asks somebody to fill in parts: keeps the request and mails the link. */
export async function askForParts(
  deps: Deps,
  { bookingId, asked, ...by }: ActedByRequest & { bookingId: string; asked: AskInput },
): Promise<Asked> {
  const email = asked.way === "email" ? (asked.email ?? null) : null;
  if (!(await mayMail(deps, email))) return { ok: false, ...problem(429, TOO_MANY_MAILS, "email") };
  const change = { bookingId, by, bindsReferrer: true as const };
  const result = await changeBooking(deps, change, async (inside, booking): Promise<Asked> => {
    const trx = inside.db;
    const facts = await readFacts(inside, booking);
    const today = londonDate(deps.clock.now());
    const why = whyNotAsk(facts, today);
    if (why) return { ok: false, ...problem(409, why) };
    const day = dayProblem(asked.until, today, facts.visitDay);
    if (day) return { ok: false, ...problem(400, day, "until") };
    const known = partsToAsk(await readShownSections(inside, booking)).map(({ key }) => key);
    if (asked.parts.some((key) => !known.includes(key)))
      return {
        ok: false,
        ...problem(409, "This booking no longer has one of these parts. Choose again.", "parts"),
      };
    const others = await contributionsOf(inside, bookingId);
    const open = others.filter((one) => isOut(standingIn(deps, one, facts)));
    if (open.length >= MAX_OPEN) {
      const message = `${MAX_OPEN} people are asked already. Take one request back, or wait for an answer.`;
      return { ok: false, ...problem(409, message) };
    }
    const id = await insert(trx, deps, { booking, by, asked, facts });
    const contribution = (await findContribution(inside, id))!;
    await mailAsked(inside, contribution, { topic: "part-asked", untilOn: asked.until });
    await tellWhenUnopened(inside, booking, contribution);
    await recordAudit(inside, by, "part.asked", ["booking", bookingId], { changedFields: asked.parts });
    return { ok: true, id, isOwnAddress: email?.toLowerCase() === booking.referrer_email_key };
  });
  return "problem" in result ? { ok: false, ...problem(409, NOT_NOW) } : result;
}

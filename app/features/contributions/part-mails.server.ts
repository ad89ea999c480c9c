import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { MailPayloads, PartTopic } from "#app/features/outbox/mail-topics.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";
import { officeAddress } from "#app/features/visits/outcome/office-notes.server.ts";
import { londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { contributionsOf, findContribution, type Contribution } from "./contribution-rows.server.ts";
import { takesAnswers } from "./standing.ts";

const HOUR_MS = 3_600_000;
const UNOPENED_WORKING_DAYS = 2;

type Asked = Pick<Contribution, "id" | "token_version" | "email" | "booking_id" | "asked_by_kind">;

/** Queues a mail to whoever is asked; none for a sheet on paper. No name and no word about health is in it. */
export async function mailAsked(
  deps: Deps,
  asked: Asked,
  mail: { topic: "part-asked" | "part-reminder"; untilOn: IsoDate; count?: number },
): Promise<void> {
  if (asked.email === null) return;
  const { topic, untilOn, count = 0 } = mail;
  await enqueueMail(deps, {
    topic,
    to: asked.email,
    bookingId: asked.booking_id,
    dedupeKey: `${topic}:${asked.id}:${asked.token_version}:${count}`,
    payload: {
      contributionId: asked.id,
      version: asked.token_version,
      untilOn,
      isByStaff: asked.asked_by_kind === "staff",
    },
  });
}

/** Tells somebody who was asked that no answer is needed any more. */
export async function mailTakenBack(
  deps: Deps,
  asked: Asked,
  later?: { notBefore: string; payload: MailPayloads["part-closed"] },
): Promise<void> {
  if (asked.email === null) return;
  await enqueueMail(deps, {
    topic: "part-closed",
    to: asked.email,
    bookingId: asked.booking_id,
    dedupeKey: `part-closed:${asked.id}:${asked.token_version}`,
    payload: {},
    ...later,
  });
}

/** Tells those of whom an answer is still awaited that their booking has closed. */
export async function tellOfClosing(deps: Deps, bookingId: string): Promise<void> {
  const today = londonDate(deps.clock.now());
  for (const asked of await contributionsOf(deps, bookingId)) {
    const isAwaited = asked.state === "asked" || asked.state === "opened";
    if (isAwaited && asked.until_on >= today) await mailTakenBack(deps, asked);
  }
}

/** While somebody types, name and date of birth may both be wrong for a moment. */
const TYPING_MS = 15 * 60_000;

/** After the booking's person was changed: tells those of whom an answer is still awaited about another person that it
 * is not needed any more, unless the person is the same again a quarter of an hour later. */
export async function tellOfAnotherPerson(deps: Deps, bookingId: string): Promise<void> {
  const all = await contributionsOf(deps, bookingId);
  const awaited = all.filter(({ state }) => state === "asked" || state === "opened");
  if (awaited.length === 0) return;
  const booking = await findBooking(deps.db, bookingId);
  if (!booking || isErased(booking)) return;
  const facts = await readFacts(deps, booking);
  const notBefore = new Date(deps.clock.now().getTime() + TYPING_MS).toISOString();
  for (const asked of awaited) {
    if (standingIn(deps, asked, facts) !== "another-person") continue;
    await mailTakenBack(deps, asked, { notBefore, payload: { contributionId: asked.id } });
  }
}

type News = MailPayloads["part-news"]["news"];

/** Tells whoever asked: the referrer, or the office for what staff asked. A fee always goes to the office. `once` tells
 * news of one kind apart. */
export async function tellAsker(
  deps: Deps,
  {
    booking,
    asked,
    news,
    once,
    notBefore,
  }: { booking: BookingRow; asked: Contribution; news: News; once: string | number; notBefore?: string },
): Promise<void> {
  const key = `${news}:${asked.id}:${once}`;
  const timed = notBefore ? { notBefore } : {};
  if (asked.asked_by_kind === "staff" || news === "fee") {
    await enqueueMail(deps, {
      topic: "part-notice",
      to: await officeAddress(deps.db, deps, booking),
      bookingId: booking.id,
      dedupeKey: `part-notice:${key}`,
      payload: {
        contributionId: asked.id,
        news,
        path: `/admin/bookings/${booking.id}/parts/${asked.id}`,
      },
      ...timed,
    });
    return;
  }
  await enqueueMail(deps, {
    topic: "part-news",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: `part-news:${key}`,
    payload: { contributionId: asked.id, news, name: asked.name },
    ...timed,
  });
}

/** Queues the news that nobody has opened the link: at 09:00 two working days before the last day, if that is ahead. */
export async function tellWhenUnopened(deps: Deps, booking: BookingRow, asked: Contribution): Promise<void> {
  if (asked.email === null) return;
  const day = addWorkingDays(asked.until_on, -UNOPENED_WORKING_DAYS);
  const at = new Date(startOfLondonDay(day).getTime() + 9 * HOUR_MS);
  if (at <= deps.clock.now()) return;
  const once = asked.token_version;
  await tellAsker(deps, { booking, asked, news: "unopened", once, notBefore: at.toISOString() });
}

/** Why a queued mail about a part is no longer wanted; null when it is to be sent. */
export async function reasonAgainstPartMail(
  deps: Deps,
  topic: PartTopic,
  payload: MailPayloads[PartTopic],
): Promise<CancelCode | null> {
  if (!("contributionId" in payload) || payload.contributionId === undefined) return null;
  const asked = await findContribution(deps, payload.contributionId);
  const booking = asked && (await findBooking(deps.db, asked.booking_id));
  if (!booking || isErased(booking)) return "link-ended";
  const standing = standingIn(deps, asked, await readFacts(deps, booking));
  if (topic === "part-closed") return standing === "another-person" ? null : "same-person";
  if ("news" in payload) {
    if (payload.news !== "unopened") return null;
    return standing === "asked" ? null : "part-answered";
  }
  if (!("version" in payload)) return null;
  if (payload.version !== asked.token_version) return "link-replaced";
  return takesAnswers(standing) ? null : "link-ended";
}

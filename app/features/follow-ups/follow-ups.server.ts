import type { Personal } from "#app/features/data-protection/personal.ts";
import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { byVisitor, recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { nameKey } from "#app/features/booking/record/write-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { isReferrerLetIn } from "#app/features/organisations/record/membership.server.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { holdsOf } from "#app/features/report/report-rows.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, formatDate, londonDate, monthsAfter, type IsoDate } from "#app/platform/dates.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { FOLLOW_UP_STATES, MONTHS_LATER, STOP_REASONS } from "./follow-up-words.ts";
import type { FollowUpAnswer, STAFF_REASONS, StopReason } from "./follow-up-words.ts";
import type { FollowUpRow } from "./tables.ts";

/** The referrer is reminded so many days before the day to look again, and not after so many more. */
export const DAYS_BEFORE = 42;

type ReadDeps = Pick<Deps, "clock" | "secrets" | "settings"> & { db: Executor };

export async function findFollowUp(db: Executor, id: string): Promise<FollowUpRow | null> {
  return (await db.selectFrom("follow_ups").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function followUpOf(db: Executor, bookingId: string): Promise<FollowUpRow | null> {
  const query = db.selectFrom("follow_ups").selectAll().where("booking_id", "=", bookingId);
  return (await query.executeTakeFirst()) ?? null;
}

/** The key of its mail: one for each day that it has. */
export const followUpKey = ({ id, remind_on }: Pick<FollowUpRow, "id" | "remind_on">) =>
  `look-again:${id}:${remind_on}`;

/** True when a booking made since then is about the same person, by the same referrer or organisation. */
async function isBookedAgain({ db, secrets }: ReadDeps, booking: BookingRow, since: string) {
  const key = nameKey(booking.client_last_name);
  if (!key) return false;
  const { organisation_id: organisation } = booking;
  const later = await db
    .selectFrom("bookings")
    .selectAll()
    // In the words of the index of bookings by client.
    .where(sql<boolean>`coalesce(client_name_key, lower(client_last_name), '') = ${key}`)
    .where("id", "!=", booking.id)
    .where("created_at", ">", since)
    .where("status", "!=", "cancelled")
    .where((eb) =>
      eb.or([
        eb("referrer_email_key", "=", booking.referrer_email_key),
        ...(organisation ? [eb("organisation_id", "=", organisation)] : []),
      ]),
    )
    .execute();
  const firstName = (row: BookingRow) => foldText(row.client_first_name ?? "");
  const birth = (row: BookingRow) => decryptClientDetails(secrets, row).dob ?? "";
  return later.some(
    (row) =>
      firstName(row) === firstName(booking) &&
      (birth(row) === birth(booking) || birth(row) === "" || birth(booking) === ""),
  );
}

/** True when the newest mail about the booking to its referrer came back. */
async function hasBounced({ db }: ReadDeps, booking: BookingRow) {
  const newest = await db
    .selectFrom("outbox")
    .select("delivery")
    .where("booking_id", "=", booking.id)
    .where("recipient", "=", booking.referrer_email)
    .where("state", "=", "sent")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return newest?.delivery === "bounced" || newest?.delivery === "spam-complaint";
}

async function isClosed({ db }: ReadDeps, organisationId: string | null) {
  if (organisationId === null) return false;
  const organisation = await findOrganisation({ db }, organisationId);
  return organisation !== null && organisation.closed_at !== null;
}

/** True where the referrer gets no new link to the booking: a member who left, or whose role sees no answers now. */
async function hasLeft({ db }: ReadDeps, { id }: BookingRow) {
  const query = db.selectFrom("bookings").select("bookings.id").where("bookings.id", "=", id);
  return (await query.where(isReferrerLetIn).executeTakeFirst()) === undefined;
}

/** Why the referrer is not reminded, as things are now; null when they may be. */
export async function reasonAgainst(
  deps: ReadDeps,
  booking: BookingRow,
  followUp: FollowUpRow,
): Promise<StopReason | null> {
  const { db, clock, settings } = deps;
  if (isErased(booking)) return "erased";
  if (followUp.state === "not-needed") return "not-needed";
  if (followUp.state === "stopped") return followUp.reason ?? "not-needed";
  if (!settings.current().recalls.isOn) return "off";
  if (booking.status === "cancelled") return "cancelled";
  if (await isBookingRestricted(db, booking)) return "restricted";
  const holds = await holdsOf(deps, booking.id);
  if (holds.length > 0) return holds.some(({ reason }) => reason === "objects") ? "objects" : "held";
  const released = await db
    .selectFrom("reports")
    .select("id")
    .where("booking_id", "=", booking.id)
    .where("state", "=", "released")
    .executeTakeFirst();
  if (!released) return "withdrawn";
  if (followUp.agreed_at === null) return "not-agreed";
  if (await isClosed(deps, booking.organisation_id)) return "closed";
  if (booking.organisation_id !== null && (await hasLeft(deps, booking))) return "left";
  if (await isBookedAgain(deps, booking, followUp.created_at)) return "booked-again";
  if (await hasBounced(deps, booking)) return "bounced";
  return londonDate(clock.now()) > addDays(followUp.remind_on, DAYS_BEFORE) ? "late" : null;
}

/** Why a queued reminder is not sent; null when it is. */
export async function reasonAgainstFollowUpMail(
  deps: ReadDeps,
  booking: BookingRow,
  { followUpId, remindOn }: { followUpId: string; remindOn: IsoDate },
): Promise<CancelCode | null> {
  const followUp = await findFollowUp(deps.db, followUpId);
  const isMeant = followUp?.remind_on === remindOn && followUp.state === "sent";
  return isMeant && (await reasonAgainst(deps, booking, followUp)) === null ? null : "look-again-stopped";
}

type Planned = { bookingId: string; dueOn: IsoDate | null; isAgreed: boolean; by: ActedByRequest };

/** Plans the reminder with the release of a version, in its transaction. Another day moves it, and none ends it; the
 * same day leaves what was sent or answered. A person who has died or objects is not planned anew. */
export async function planFollowUp(inside: Inside, { bookingId, dueOn, isAgreed, by }: Planned) {
  const known = await followUpOf(inside.db, bookingId);
  if (known?.reason === "died" || known?.reason === "objects") return;
  if (dueOn === null) {
    if (known?.state === "planned") await set(inside, known, { state: "stopped", reason: "no-day" });
    return;
  }
  const now = inside.clock.now();
  const today = londonDate(now);
  const sixWeeksBefore = addDays(dueOn, -DAYS_BEFORE);
  // Nobody is asked while reminders are off: an earlier consent stays.
  const mayRemind = inside.settings.current().recalls.isOn ? isAgreed : Boolean(known?.agreed_at);
  const isMoved = known?.due_on !== dueOn || known.reason === "no-day";
  const planned = {
    agreed_at: mayRemind ? (known?.agreed_at ?? now.toISOString()) : null,
    ...(isMoved && {
      created_at: now.toISOString(),
      due_on: dueOn,
      remind_on: sixWeeksBefore < today ? today : sixWeeksBefore,
      state: "planned" as const,
      reason: null,
    }),
  };
  if (known) await set(inside, known, planned);
  else {
    const row = { ...planned, id: inside.ids.uuid(), booking_id: bookingId } as FollowUpRow;
    await inside.db.insertInto("follow_ups").values(row).execute();
  }
  const note = `${formatDate(dueOn)}, ${mayRemind ? "with a reminder" : "without a reminder"}`;
  await recordAudit(inside, by, "follow-up.planned", ["booking", bookingId], { note });
}

const set = ({ db }: { db: Executor }, { id }: Pick<FollowUpRow, "id">, values: Partial<FollowUpRow>) =>
  db.updateTable("follow_ups").set(values).where("id", "=", id).execute();

/** Plans it again, from tomorrow at the earliest: the mail of a day that it had may have gone. */
export async function planAgain(deps: Pick<ReadDeps, "db" | "clock">, followUp: FollowUpRow) {
  const tomorrow = addDays(londonDate(deps.clock.now()), 1);
  const remind_on = followUp.remind_on < tomorrow ? tomorrow : followUp.remind_on;
  await set(deps, followUp, { state: "planned", reason: null, remind_on });
}

/** Staff stop the reminder for a reason, or plan it again (null). Harmless to repeat. */
export async function decideFollowUp(
  deps: Deps,
  decided: { followUpId: string; reason: keyof typeof STAFF_REASONS | null; by: ActedByRequest },
) {
  const { followUpId, reason, by } = decided;
  const known = await findFollowUp(deps.db, followUpId);
  return changeBooking(deps, { bookingId: known?.booking_id ?? "", by }, async (inside) => {
    const followUp = await findFollowUp(inside.db, followUpId);
    const state = reason === null ? "planned" : reason === "not-needed" ? reason : "stopped";
    if (!followUp || (followUp.state === state && followUp.reason === reason)) return DONE;
    if (reason === null) await planAgain(inside, followUp);
    else await set(inside, followUp, { state, reason });
    const action = reason === null ? "follow-up.resumed" : "follow-up.stopped";
    await recordAudit(inside, by, action, ["booking", followUp.booking_id]);
    return DONE;
  });
}

const tokenId = (id: string) => `follow-up:${id}`;

/** The address in the mail. The token ends with the booking's links, and opens this page alone. */
export const followUpPath = ({ secrets }: Pick<Deps, "secrets">, booking: BookingRow, id: string) =>
  `/look-again/${id}?token=${secrets.accessToken(tokenId(id), booking.token_version)}`;

/** The follow-up of a link with its booking; null for a wrong link and an erased booking. */
export async function openFollowUp(deps: Deps, id: string, token: string | null) {
  const followUp = await findFollowUp(deps.db, id);
  const booking = followUp && (await findBooking(deps.db, followUp.booking_id));
  if (!followUp || !booking || isErased(booking)) return null;
  const isRight = deps.secrets.isAccessToken(token ?? "", tokenId(id), booking.token_version);
  return isRight ? { followUp, booking } : null;
}

/** Keeps the referrer's answer. Refused where nothing may be sent about the booking any more. Harmless to repeat. */
export async function answerFollowUp(
  deps: Deps,
  { followUp: { id }, booking }: NonNullable<Awaited<ReturnType<typeof openFollowUp>>>,
  { answer, requestId }: { answer: FollowUpAnswer; requestId: string },
) {
  const by = byVisitor(requestId);
  return changeBooking(deps, { bookingId: booking.id, by }, async (inside, row) => {
    const known = (await findFollowUp(inside.db, id))!;
    if (answer === "not-needed") {
      if (known.state === "not-needed" || known.state === "stopped") return DONE;
      await set(inside, known, { state: answer, reason: answer });
    } else {
      const now = inside.clock.now();
      const remind_on = monthsAfter(londonDate(now), MONTHS_LATER);
      if (known.state === "planned" && known.remind_on === remind_on) return DONE;
      const state = known.state === "stopped" ? known.state : ("planned" as const);
      const planned = { ...known, state, remind_on, agreed_at: now.toISOString() };
      if (await reasonAgainst(inside, row, planned)) return refused("stopped");
      await set(inside, known, { state, remind_on, agreed_at: planned.agreed_at, reason: null });
    }
    await recordAudit(inside, by, "follow-up.answered", ["booking", row.id], {
      note: answer === "later" ? `Again in ${MONTHS_LATER} months` : "Not needed",
    });
    return DONE;
  });
}

export const personal: Personal = {
  async exportBooking(deps, bookingId) {
    const row = await followUpOf(deps.db, bookingId);
    return {
      lookAgain: row && {
        on: row.due_on,
        remindedFrom: row.remind_on,
        agreedAt: row.agreed_at,
        state: FOLLOW_UP_STATES[row.state],
        reason: row.reason && STOP_REASONS[row.reason],
      },
    };
  },
};

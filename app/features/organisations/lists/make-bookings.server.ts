import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { ON_ACCOUNT } from "#app/features/booking/fields/reference-lists.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { withinOffer } from "#app/features/catalogue/offer-scope.server.ts";
import { offerOfOrganisation } from "#app/features/organisations/record/agreements.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingSubmission } from "#app/features/booking/fields/schema.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";
import {
  addUsualRecipients,
  organisationOfBooking,
} from "#app/features/before-booking/wizard/booking-for.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { givingWay } from "#app/kit/pieces.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { describeError } from "#app/platform/log.server.ts";
import { MAX_LISTS_A_DAY } from "./limits.ts";
import {
  findList,
  hashOf,
  isGood,
  madeFrom,
  readRows,
  sealGiven,
  type Given,
  type ListedRow,
} from "./lists.server.ts";
import type { ReferralListRow } from "./tables.ts";

/** A process that made no booking for so long was killed: another one goes on. */
const STALLED_MS = 60_000;

class MadeBefore extends Error {
  override name = "MadeBefore";
}

/** Why the rest of a list waits: nobody may book it now, or at other prices than were shown. */
class Stopped extends Error {
  override name = "Stopped";
  readonly why: "right" | "priced";
  constructor(why: "right" | "priced") {
    super();
    this.why = why;
  }
}

export const isMakeable = (row: ListedRow) => isGood(row) && (row.again === null || row.isAgain);

type Work = ActedByRequest & { listId: string; userId: string };

type Make = Work &
  Given & {
    /** Rows that are another assessment of somebody who is booked already. */
    again: readonly number[];
  };

/** Counts of the rows that were to be made, and why the rest was left where it had one reason. */
export type Made = { made: number; left: number; stopped: Stopped["why"] | null };

/** Makes the bookings of all good rows, each in its own transaction, and queues one mail about them. Refused where
 * another process is making them at this moment, and after as many other lists as may be booked on one day. An Owner
 * who goes on with a list of somebody who left takes it over. */
export async function makeBookings(
  deps: Deps,
  { listId, userId, referrer, offer, again, ...by }: Make,
): Promise<Made | "busy" | "too-many"> {
  const refusal = await transact(deps, async (inside) => {
    const refusal = await claim(inside, listId, {
      user_id: userId,
      referrer_sealed: sealGiven(deps.secrets, listId, { referrer, offer }),
    });
    if (refusal) return refusal;
    const rows = inside.db.updateTable("referral_list_rows").where("list_id", "=", listId);
    await rows.set({ is_again: 0 }).execute();
    for (const row of again) await rows.set({ is_again: 1 }).where("row", "=", row).execute();
    return null;
  });
  return refusal ?? makeRows(deps, { listId, userId, ...by });
}

/** `busy` while another process is at work. */
async function claim(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: string,
  more: Partial<Pick<ReferralListRow, "user_id" | "referrer_sealed">>,
): Promise<"busy" | "too-many" | null> {
  const now = clock.now();
  const today = startOfLondonDay(londonDate(now)).toISOString();
  const others = await db
    .selectFrom("referral_lists")
    .innerJoin("referral_lists as own", "own.organisation_id", "referral_lists.organisation_id")
    .select("referral_lists.id")
    .where("own.id", "=", id)
    .where("referral_lists.id", "!=", id)
    .where((eb) =>
      eb.or([
        eb("referral_lists.last_made_at", ">=", today),
        eb("referral_lists.making_since", "is not", null),
      ]),
    )
    .execute();
  if (others.length >= MAX_LISTS_A_DAY) return "too-many";
  const { numUpdatedRows } = await db
    .updateTable("referral_lists")
    .set({ ...more, making_since: now.toISOString() })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("making_since", "is", null),
        eb("making_since", "<", new Date(now.getTime() - STALLED_MS).toISOString()),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n ? null : "busy";
}

async function makeRows(deps: Deps, { listId, userId, ...by }: Work): Promise<Made> {
  const open = await findList(deps, userId, listId);
  const rows = open?.given ? (await readRows(deps, open)).rows.filter(isMakeable) : [];
  let made = 0;
  let stopped: Made["stopped"] = null;
  const giveWay = givingWay();
  for (const row of rows) {
    await giveWay();
    try {
      if (await makeRow(deps, { list: open!.list, given: open!.given!, row, by })) made += 1;
    } catch (error) {
      // The list stays claimed, and is continued when the database is back.
      if (isStorageError(error)) throw error;
      if (error instanceof Stopped) {
        stopped = error.why;
        break;
      }
      if (!(error instanceof MadeBefore))
        deps.log.error("a row of a list was not booked", describeError(error));
    }
  }
  const left = rows.length - made;
  if (left > 0) deps.log.warn("rows of a list were left", { count: left, total: rows.length });
  await transact(deps, (inside) => tellMade(inside, { listId, userId, left }));
  return { made, left, stopped };
}

type One = { list: ReferralListRow; given: Given; row: ListedRow; by: ActedByRequest };

/** Makes one booking, with the right to book, the terms and the details of this moment. False for a row that is no
 * booking any more, for instance because its day has passed. */
const makeRow = (deps: Deps, { list, given: { referrer, offer: shown }, row, by }: One): Promise<boolean> =>
  transact(deps, async (inside) => {
    const organisation = await organisationOfBooking(inside, list.organisation_id, by.actor);
    if (!organisation) throw new Stopped("right");
    return withinOffer(await offerOfOrganisation(inside, organisation.id), async () => {
      const offer = currentOffer();
      if (offer.listId !== shown) throw new Stopped("priced");
      const { answers, billing, sections } = row.checked;
      const read = bookingSubmission(londonDate(deps.clock.now())).safeParse({
        ...answers,
        ...referrer,
        paymentMethod: offer.agreed?.isOnAccount ? ON_ACCOUNT : "pay-later",
      });
      if (!read.success) return false;
      const write = async (_: Inside, booking: BookingRow) => {
        await recordMade(inside, list, row, booking);
        await addUsualRecipients(inside, booking, organisation.recipients, by);
        if (Object.keys(sections).length > 0) await saveSections(inside, { booking, sections, ...by });
      };
      await submitBooking(inside, {
        ...by,
        submission: read.data,
        tracking: { utmParameters: {}, sessionData: {} },
        offer,
        organisation: { ...organisation, billing: { ...organisation.billing, ...billing } },
        isReferrerTold: false,
        isCompanyTold: false,
        isPoChased: false,
        note: `From a list, row ${row.row}`,
        alsoWrite: write,
      });
      return true;
    });
  });

async function recordMade(inside: Inside, list: ReferralListRow, row: ListedRow, booking: BookingRow) {
  const now = inside.clock.now().toISOString();
  const earlier = await madeFrom(inside, list, [row.content]);
  const { numUpdatedRows } = await inside.db
    .updateTable("referral_list_rows")
    .set({ booking_id: booking.id, cells_sealed: null, row_hash: hashOf(inside, row.content) })
    .where("list_id", "=", list.id)
    .where("row", "=", row.row)
    .where("booking_id", "is", null)
    .executeTakeFirst();
  if (earlier.size > 0 || numUpdatedRows !== 1n) throw new MadeBefore();
  await inside.db
    .updateTable("referral_lists")
    .set({ making_since: now, last_made_at: now })
    .where("id", "=", list.id)
    .execute();
}

type Tell = { listId: string; userId: string; left: number };

/** One mail about all bookings that no mail named yet, to who made them and to the practice. */
async function tellMade(inside: Inside, { listId, userId, left }: Tell) {
  const { db, clock } = inside;
  const list = await db
    .updateTable("referral_lists")
    .set({ making_since: null })
    .where("id", "=", listId)
    .returning("organisation_id as id")
    .executeTakeFirst();
  const made = await db
    .selectFrom("referral_list_rows")
    .innerJoin("bookings", "bookings.id", "booking_id")
    .select(["row", "booking_id"])
    .where("list_id", "=", listId)
    .where("told_at", "is", null)
    .orderBy("row")
    .execute();
  const user = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  if (made.length === 0 || !user || !list) return;
  await db
    .updateTable("referral_list_rows")
    .set({ told_at: clock.now().toISOString() })
    .where("list_id", "=", listId)
    .where("booking_id", "is not", null)
    .where("told_at", "is", null)
    .execute();
  const payload = { bookingIds: made.map((one) => one.booking_id!), organisationId: list.id, left };
  const readers = {
    [user.email]: { path: organisationPath(`/upload/${listId}`, list), userId },
    [inside.settings.current().company.email]: { path: "/admin/dashboard", userId: null },
  };
  for (const [to, reader] of Object.entries(readers))
    await enqueueMail(inside, {
      topic: "list-made",
      to,
      payload: { ...payload, ...reader },
      dedupeKey: `list-made:${listId}:${made[0]!.row}:${to}`,
    });
}

/** Goes on with lists whose process was killed. */
export async function continueLists(deps: Deps): Promise<void> {
  const stalled = await deps.db
    .selectFrom("referral_lists")
    .select(["id", "user_id"])
    .where("making_since", "<", new Date(deps.clock.now().getTime() - STALLED_MS).toISOString())
    .execute();
  for (const { id: listId, user_id: userId } of stalled) {
    if (await claim(deps, listId, {})) continue;
    const actor = { kind: "customer", id: userId } as const;
    await makeRows(deps, { listId, userId, actor, requestId: deps.ids.uuid() }).catch((error: unknown) =>
      deps.log.error("a list of referrals was not finished", describeError(error)),
    );
  }
}

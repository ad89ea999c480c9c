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
import { londonDate } from "#app/platform/dates.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { describeError } from "#app/platform/log.server.ts";
import {
  findList,
  hashOf,
  isGood,
  madeFrom,
  readRows,
  sealReferrer,
  type Referrer,
  type ListedRow,
} from "./lists.server.ts";

/** A process that made no booking for so long was killed: another one goes on. */
const STALLED_MS = 60_000;

class MadeBefore extends Error {
  override name = "MadeBefore";
}

export const isMakeable = (row: ListedRow) => isGood(row) && (row.again === null || row.isAgain);

type Make = ActedByRequest & {
  listId: string;
  userId: string;
  referrer: Referrer;
  /** Rows that are another assessment of somebody who is booked already. */
  again: readonly number[];
};

/** Makes the bookings of all good rows, each in its own transaction, and queues one mail about them. `false` where
 * another process is making them at this moment. */
export async function makeBookings(
  deps: Deps,
  { listId, userId, referrer, again, ...by }: Make,
): Promise<boolean> {
  const isClaimed = await transact(deps, async (inside) => {
    const sealed = sealReferrer(deps.secrets, listId, referrer);
    if (!(await claim(inside, listId, { referrer_sealed: sealed }))) return false;
    for (const row of again)
      await inside.db
        .updateTable("referral_list_rows")
        .set({ is_again: 1 })
        .where("list_id", "=", listId)
        .where("row", "=", row)
        .execute();
    return true;
  });
  if (isClaimed) await makeRows(deps, { listId, userId, ...by });
  return isClaimed;
}

/** False while another process is at work. */
async function claim(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: string,
  more: { referrer_sealed?: string },
) {
  const now = clock.now();
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
  return numUpdatedRows === 1n;
}

async function makeRows(
  deps: Deps,
  { listId, userId, ...by }: ActedByRequest & Pick<Make, "listId" | "userId">,
) {
  const open = await findList(deps, userId, listId);
  const organisation = open && (await organisationOfBooking(deps, open.list.organisation_id, by.actor));
  if (open?.referrer && organisation) {
    const giveWay = givingWay();
    const offer = await offerOfOrganisation(deps, organisation.id);
    for (const row of (await readRows(deps, open)).rows.filter(isMakeable)) {
      await giveWay();
      const one = { listId, referrer: open.referrer, organisation, row, by };
      await withinOffer(offer, () => makeRow(deps, one)).catch((error: unknown) => {
        // The list stays claimed, and is continued when the database is back.
        if (isStorageError(error)) throw error;
        deps.log.error("a row of a list was not booked", describeError(error));
      });
    }
  }
  await transact(deps, (inside) => tellMade(inside, { listId, userId }));
}

type One = {
  listId: string;
  referrer: Referrer;
  organisation: NonNullable<Awaited<ReturnType<typeof organisationOfBooking>>>;
  row: ListedRow;
  by: ActedByRequest;
};

async function makeRow(deps: Deps, { listId, referrer, organisation, row, by }: One): Promise<void> {
  const { answers, billing, sections } = row.checked;
  const read = bookingSubmission(londonDate(deps.clock.now())).safeParse({
    ...{ ...answers, ...referrer },
    paymentMethod: currentOffer().agreed?.isOnAccount ? ON_ACCOUNT : "pay-later",
  });
  if (!read.success) return;
  const write = async (inside: Inside, booking: BookingRow) => {
    const now = deps.clock.now().toISOString();
    const earlier = await madeFrom(inside, organisation.id, [row.content]);
    const { numUpdatedRows } = await inside.db
      .updateTable("referral_list_rows")
      .set({ booking_id: booking.id, cells_sealed: null, row_hash: hashOf(deps, row.content) })
      .where("list_id", "=", listId)
      .where("row", "=", row.row)
      .where("booking_id", "is", null)
      .executeTakeFirst();
    if (earlier.size > 0 || numUpdatedRows !== 1n) throw new MadeBefore();
    await inside.db
      .updateTable("referral_lists")
      .set({ making_since: now, last_made_at: now })
      .where("id", "=", listId)
      .execute();
    await addUsualRecipients(inside, booking, organisation.recipients, by);
    if (Object.keys(sections).length > 0) await saveSections(inside, { booking, sections, ...by });
  };
  await submitBooking(deps, {
    ...{ ...by, submission: read.data, tracking: { utmParameters: {}, sessionData: {} } },
    organisation: { ...organisation, billing: { ...organisation.billing, ...billing } },
    ...{ isReferrerTold: false, isCompanyTold: false, note: `From a list, row ${row.row}` },
    alsoWrite: write,
  }).catch((error: unknown) => {
    if (!(error instanceof MadeBefore)) throw error;
  });
}

/** One mail about all bookings that no mail named yet, to who uploaded the list and to the practice. */
async function tellMade(inside: Inside, { listId, userId }: { listId: string; userId: string }) {
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
    .select(["row", "reference", "matter_reference"])
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
  const bookings = made.map(({ reference, matter_reference: matter }) =>
    [reference, matter].filter(Boolean).join(", "),
  );
  const readers = {
    [user.email]: organisationPath(`/upload/${listId}`, list),
    [inside.settings.current().company.email]: "/admin/dashboard",
  };
  for (const [to, path] of Object.entries(readers))
    await enqueueMail(inside, {
      ...{ topic: "list-made", to, payload: { path, bookings } },
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
    if (!(await claim(deps, listId, {}))) continue;
    const actor = { kind: "customer", id: userId } as const;
    await makeRows(deps, { listId, userId, actor, requestId: deps.ids.uuid() }).catch((error: unknown) =>
      deps.log.error("a list of referrals was not finished", describeError(error)),
    );
  }
}

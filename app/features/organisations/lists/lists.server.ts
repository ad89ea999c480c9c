import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { withinOffer } from "#app/features/catalogue/offer-scope.server.ts";
import { offerOfOrganisation } from "#app/features/organisations/record/agreements.server.ts";
import { membershipsOf, type Membership } from "#app/features/organisations/record/membership.server.ts";
import { ROLES, rolesWho } from "#app/features/organisations/record/roles.ts";
import { byIds, givingWay, inPages, MAX_PIECE, pageOfQuery } from "#app/kit/pieces.server.ts";
import { addDays, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import {
  checkRow,
  isSame,
  openOrder,
  personInRow,
  personOf,
  type CheckedRow,
  type Person,
} from "./check-rows.server.ts";
import { MAX_UPLOADS_A_DAY } from "./limits.ts";
import { cellsOf, type ReadList, type Shape } from "./read-list.server.ts";
import type { ReferralListRow } from "./tables.ts";

/** Answers of step 1 of the booking form. */
export type Referrer = Record<string, string>;

/** Answers with which somebody makes the bookings; `offer` names the prices that they saw. */
export type Given = { referrer: Referrer; offer: string };

export type ListShape = Shape & { fileName: string };

const shapeColumn = sealedJsonColumn<ListShape>("referral_lists", "shape_sealed");
const givenColumn = sealedJsonColumn<Given>("referral_lists", "referrer_sealed");
const cellsColumn = sealedJsonColumn<string[]>("referral_list_rows", "cells_sealed");

export const sealGiven = givenColumn.encrypt;
const placeOf = (listId: string, row: number) => `${listId}:${row}`;

/** Days after the last booking of a list was made, and after its upload, for which it is kept. */
const KEPT_AFTER_MADE = 7;
const KEPT_AFTER_UPLOAD = 14;
/** Bookings so many days old are asked whether they are about the same person. */
const SAME_PERSON_DAYS = 180;

type NewList = ActedBy & { organisationId: string; userId: string; fileName: string; list: ReadList };

/** Keeps a list that was read, with the order of day and month that all of its rows together prove; null when the
 * organisation uploaded enough of them today. */
export async function keepList(deps: Deps, { organisationId, userId, fileName, list, ...by }: NewList) {
  const now = deps.clock.now();
  return transact(deps, async (inside) => {
    const today = startOfLondonDay(londonDate(now)).toISOString();
    const uploads = await inside.db
      .selectFrom("referral_lists")
      .select("id")
      .where("organisation_id", "=", organisationId)
      .where("created_at", ">=", today)
      .execute();
    if (uploads.length >= MAX_UPLOADS_A_DAY) return null;
    const id = deps.ids.uuid();
    const { kind, delimiter, headings, rows } = list;
    const shape_sealed = shapeColumn.encrypt(deps.secrets, id, { kind, delimiter, headings, fileName });
    const { isDayFirst } = openOrder(rows.map(({ cells }) => cellsOf(headings, cells)));
    const none = { referrer_sealed: null, making_since: null, last_made_at: null };
    await inside.db
      .insertInto("referral_lists")
      .values({
        id,
        organisation_id: organisationId,
        user_id: userId,
        shape_sealed,
        ...none,
        is_day_first: isDayFirst === null ? null : isDayFirst ? 1 : 0,
        created_at: now.toISOString(),
      })
      .execute();
    const sealed = rows.map(({ row, cells }) => ({
      list_id: id,
      row,
      is_again: 0 as const,
      row_hash: null,
      booking_id: null,
      told_at: null,
      cells_sealed: cellsColumn.encrypt(deps.secrets, placeOf(id, row), cells),
    }));
    await inside.db.insertInto("referral_list_rows").values(sealed).execute();
    const note = rows.length === 1 ? "1 row" : `${rows.length} rows`;
    await recordAudit(inside, by, "referral-list.uploaded", ["organisation", organisationId], { note });
    return id;
  });
}

type OpenList = {
  list: ReferralListRow;
  shape: ListShape;
  given: Given | null;
  /** Who opens it. */
  userId: string;
  organisation: Membership;
};

/** The membership with which an account may book in an organisation's name. */
const bookerOf = async (deps: Deps, userId: string, organisationId: string) =>
  (await membershipsOf(deps, userId)).find(
    (one) => one.organisationId === organisationId && ROLES[one.role].books,
  );

/** A list, for the member who uploaded it while they may book in the organisation's name; afterwards for its Owners.
 * Null for anybody else. */
export async function findList(deps: Deps, userId: string, id: string): Promise<OpenList | null> {
  const list = await deps.db.selectFrom("referral_lists").selectAll().where("id", "=", id).executeTakeFirst();
  const organisation = list && (await bookerOf(deps, userId, list.organisation_id));
  if (!organisation) return null;
  const isLeft = async () =>
    ROLES[organisation.role].manages && !(await bookerOf(deps, list.user_id, list.organisation_id));
  if (list.user_id !== userId && !(await isLeft())) return null;
  return {
    list,
    organisation,
    userId,
    shape: shapeColumn.decrypt(deps.secrets, id, list.shape_sealed),
    given: list.referrer_sealed === null ? null : givenColumn.decrypt(deps.secrets, id, list.referrer_sealed),
  };
}

/** A page of an account's lists that are still kept, the newest first; for an Owner with those of members who may book
 * no more. */
export async function listsOf(
  deps: Deps,
  userId: string,
  { organisationId, role }: Pick<Membership, "organisationId" | "role">,
  url: URL,
) {
  const lists = deps.db
    .selectFrom("referral_lists")
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom("referral_list_rows")
        .select((eb) => [eb.fn.countAll<number | string>().as("count")])
        .whereRef("list_id", "=", "referral_lists.id")
        .as("rows"),
      selectFrom("referral_list_rows")
        .select((eb) => [eb.fn.countAll<number | string>().as("count")])
        .whereRef("list_id", "=", "referral_lists.id")
        .where("booking_id", "is not", null)
        .as("made"),
    ])
    .where("organisation_id", "=", organisationId)
    .where((eb) => {
      const books = eb
        .selectFrom("memberships")
        .select("memberships.id")
        .whereRef("memberships.organisation_id", "=", "referral_lists.organisation_id")
        .whereRef("memberships.user_id", "=", "referral_lists.user_id")
        .where("memberships.state", "=", "active")
        .where("memberships.role", "in", rolesWho("books"));
      const isOwn = eb("user_id", "=", userId);
      return ROLES[role].manages ? eb.or([isOwn, eb.not(eb.exists(books))]) : isOwn;
    })
    .orderBy("created_at", "desc")
    .orderBy("id");
  const { rows, at } = await pageOfQuery(lists, url);
  return {
    at,
    lists: rows.map((list) => ({
      id: list.id,
      createdAt: list.created_at,
      isOfFormer: list.user_id !== userId,
      rows: Number(list.rows),
      made: Number(list.made),
      fileName: shapeColumn.decrypt(deps.secrets, list.id, list.shape_sealed).fileName,
    })),
  };
}

export type ListedRow = {
  row: number;
  cells: string[];
  checked: CheckedRow;
  /** Text from which the row is known again, in any list of the organisation. */
  content: string;
  /** Why it may be the same person as another row or booking; null for nobody. */
  again: string | null;
  isAgain: boolean;
  /** The booking that was made of it from another list. */
  madeBefore: string | null;
};

const CONTENT_HASH = "referral-row";
export const hashOf = ({ secrets }: Pick<Deps, "secrets">, content: string) =>
  secrets.hash(content, CONTENT_HASH);

/** The booking that was made from a row that says the same, in any other list of the organisation. */
export async function madeFrom(
  deps: Pick<Deps, "db" | "secrets">,
  { id: listId, organisation_id: organisationId }: Pick<ReferralListRow, "id" | "organisation_id">,
  contents: string[],
) {
  const byHash = new Map(
    contents.flatMap((content) => deps.secrets.hashes(content, CONTENT_HASH).map((hash) => [hash, content])),
  );
  const rows = await byIds(byHash.keys(), (piece) =>
    deps.db
      .selectFrom("referral_list_rows")
      .innerJoin("referral_lists", "referral_lists.id", "list_id")
      .select(["row_hash", "booking_id"])
      .where("row_hash", "in", piece)
      .where("organisation_id", "=", organisationId)
      .where("list_id", "!=", listId)
      .where("booking_id", "is not", null)
      .execute(),
  );
  return new Map(rows.map(({ row_hash, booking_id }) => [byHash.get(row_hash!)!, booking_id!]));
}

type Known = { person: Person; words: string };

/** Who was booked by the organisation of late. Names a booking only to who made it; of a closed matter nothing is said
 * to anybody else. */
async function knownPeople(deps: Deps, { userId, organisation }: OpenList, keys: ReadonlySet<string>) {
  const since = startOfLondonDay(addDays(londonDate(deps.clock.now()), -SAME_PERSON_DAYS)).toISOString();
  const read = (last: { id: string } | undefined) =>
    deps.db
      .selectFrom("bookings")
      .select(["id", "reference", "booked_by", "client_first_name", "client_last_name"])
      .select("client_details_sealed")
      .where("organisation_id", "=", organisation.organisationId)
      .where("created_at", ">=", since)
      .where("status", "!=", "cancelled")
      .where((eb) => eb.or([eb("is_closed_matter", "=", 0), eb("booked_by", "=", userId)]))
      .where("id", ">", last?.id ?? "")
      .orderBy("id")
      .limit(MAX_PIECE)
      .execute();
  const known: Known[] = [];
  for await (const rows of inPages(read))
    for (const booking of rows) {
      const person = personOf(booking.client_first_name, booking.client_last_name, null);
      if (!keys.has(person.key)) continue;
      const { dob } = decryptClientDetails(deps.secrets, booking);
      const which =
        booking.booked_by === userId ? `Booking ${booking.reference}` : "A booking of your organisation";
      known.push({ person: { ...person, dob: dob ?? "" }, words: `${which} is for the same person.` });
    }
  return known;
}

/** Each row of a list that is not made yet, as it is valid today under the organisation's agreement. */
export async function readRows(deps: Deps, open: OpenList) {
  const offer = await offerOfOrganisation(deps, open.list.organisation_id);
  return withinOffer(offer, () => readInOffer(deps, open));
}

async function readInOffer(deps: Deps, open: OpenList) {
  const { list, shape } = open;
  const stored = await deps.db
    .selectFrom("referral_list_rows")
    .leftJoin("bookings", "bookings.id", "booking_id")
    .select(["row", "cells_sealed", "is_again", "row_hash", "booking_id", "bookings.reference"])
    .where("list_id", "=", list.id)
    .orderBy("row")
    .execute();
  const left = stored.flatMap(({ row, cells_sealed: sealed, is_again }) => {
    if (sealed === null) return [];
    const cells = cellsColumn.decrypt(deps.secrets, placeOf(list.id, row), sealed);
    return [{ row, cells, isAgain: is_again === 1, named: cellsOf(shape.headings, cells) }];
  });
  const isDayFirst = list.is_day_first === null ? null : list.is_day_first === 1;
  const today: IsoDate = londonDate(deps.clock.now());
  const giveWay = givingWay();
  const own = new Set(stored.map(({ row_hash }) => row_hash));
  const isMade = (content: string) =>
    deps.secrets.hashes(content, CONTENT_HASH).some((hash) => own.has(hash));
  const times = new Map<string, number>();
  const checked: Omit<ListedRow, "again" | "madeBefore">[] = [];
  for (const { named, ...row } of left) {
    await giveWay();
    const one = checkRow(named, { today, isDayFirst });
    const said = JSON.stringify([one.answers, one.billing, one.sections]);
    let count = (times.get(said) ?? 0) + 1;
    while (isMade(`${count} ${said}`)) count += 1;
    times.set(said, count);
    checked.push({ ...row, checked: one, content: `${count} ${said}` });
  }
  const made = await madeFrom(
    deps,
    list,
    checked.map(({ content }) => content),
  );
  const known = await knownPeople(deps, open, new Set(checked.map((one) => one.checked.person.key)));
  const rows = checked.map((one): ListedRow => {
    const madeBefore = made.get(one.content) ?? null;
    const again = madeBefore ? null : known.find(({ person }) => isSame(person, one.checked.person));
    known.push({ person: one.checked.person, words: `Row ${one.row} is for the same person.` });
    return { ...one, madeBefore, again: again?.words ?? null };
  });
  const example = isDayFirst === null ? openOrder(left.map(({ named }) => named)).example : null;
  return {
    rows,
    example,
    offer: currentOffer().listId,
    made: stored.flatMap(({ row, booking_id: id, reference }) =>
      id ? [{ row, id, reference: reference! }] : [],
    ),
  };
}

export const isGood = ({ checked, madeBefore }: ListedRow) =>
  checked.faults.length === 0 && madeBefore === null;

/** Stores the answer to "does the day come first?". */
export const chooseOrder = (db: Executor, id: string, isDayFirst: boolean) =>
  db
    .updateTable("referral_lists")
    .set({ is_day_first: isDayFirst ? 1 : 0 })
    .where("id", "=", id)
    .execute();

/** Deletes rows about the person of a booking that are not booked yet, in all lists of its organisation. */
async function eraseRowsAbout(
  db: Executor,
  { secrets }: Pick<Deps, "secrets">,
  bookingId: string,
): Promise<void> {
  const booking = await findBooking(db, bookingId);
  if (!booking?.organisation_id) return;
  const { client_first_name: first, client_last_name: last } = booking;
  const person = personOf(first, last, decryptClientDetails(secrets, booking).dob ?? null);
  const rows = await db
    .selectFrom("referral_list_rows")
    .innerJoin("referral_lists", "referral_lists.id", "list_id")
    .select(["list_id", "row", "cells_sealed", "shape_sealed", "is_day_first"])
    .where("organisation_id", "=", booking.organisation_id)
    .where("cells_sealed", "is not", null)
    .execute();
  for (const { list_id: id, row, cells_sealed, shape_sealed, is_day_first } of rows) {
    const cells = cellsColumn.decrypt(secrets, placeOf(id, row), cells_sealed!);
    const named = cellsOf(shapeColumn.decrypt(secrets, id, shape_sealed).headings, cells);
    const isDayFirst = is_day_first === null ? null : is_day_first === 1;
    if (!isSame(person, personInRow(named, isDayFirst))) continue;
    await db.deleteFrom("referral_list_rows").where("list_id", "=", id).where("row", "=", row).execute();
  }
}

/** Deletes lists that are past their time. */
export async function purgeLists({ db }: Pick<Deps, "db">, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  await db
    .deleteFrom("referral_lists")
    .where((eb) =>
      eb.or([
        eb("last_made_at", "<", before(KEPT_AFTER_MADE)),
        eb.and([eb("last_made_at", "is", null), eb("created_at", "<", before(KEPT_AFTER_UPLOAD))]),
      ]),
    )
    .execute();
}

export const personal: Personal = {
  eraseBooking: eraseRowsAbout,
  purge: (deps, { now }) => purgeLists(deps, now),
};

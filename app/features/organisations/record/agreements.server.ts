import type { ExpressionBuilder } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import {
  capStanding,
  isOn,
  offerUnder,
  overlaps,
  readListId,
  termWords,
  type Agreement,
  type AgreementTerms,
  type Term,
} from "./agreement-terms.ts";
import type { Tables } from "#app/platform/tables.ts";
import { hasOrganisations } from "./membership.server.ts";
import type { AgreementRow } from "./tables.ts";

type Read = Pick<Deps, "clock" | "settings"> & { db: Executor };

const toAgreement = (row: AgreementRow): Agreement => ({
  id: row.id,
  reference: row.reference,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  terms: JSON.parse(row.terms_json) as AgreementTerms,
});

/** An organisation's agreements, the latest first. */
export async function agreementsOf({ db }: { db: Executor }, organisationId: string): Promise<Agreement[]> {
  const rows = await db
    .selectFrom("organisation_agreements")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .orderBy("valid_from", "desc")
    .execute();
  return rows.map(toAgreement);
}

async function findAgreement({ db }: { db: Executor }, id: string): Promise<Agreement | null> {
  const row = await db
    .selectFrom("organisation_agreements")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? toAgreement(row) : null;
}

async function agreementToday(deps: Pick<Read, "db" | "clock">, organisationId: string) {
  const today = londonDate(deps.clock.now());
  return (await agreementsOf(deps, organisationId)).find((one) => isOn(one, today));
}

/** The offer of the agreement in force on the London day of now; none without one. */
export async function offerOfOrganisation(deps: Read, organisationId: string): Promise<Offer | undefined> {
  const agreement = hasOrganisations(deps) ? await agreementToday(deps, organisationId) : undefined;
  return agreement && offerUnder(agreement, deps.settings.offer(deps.clock.now()));
}

/** The agreement under which a booking was made, whatever was agreed since; null without one. */
export const agreementOfBooking = async (
  deps: { db: Executor },
  { agreement_id: id }: { agreement_id: string | null },
) => (id === null ? null : findAgreement(deps, id));

/** The offer of the agreement under which a booking was made, whatever was agreed since; none without one. */
export async function offerOfBooking(deps: Read, booking: { agreement_id: string | null }) {
  const agreement = await agreementOfBooking(deps, booking);
  return agreement ? offerUnder(agreement, deps.settings.offer(deps.clock.now())) : undefined;
}

/** The offer that an id named on a page of this organisation's draft; null for an unknown one. */
export async function offerOfList(
  deps: Read,
  listId: string,
  organisationId: string | null,
): Promise<Offer | null> {
  const { list, agreementId } = readListId(listId);
  const offer = deps.settings.offerOf(list, deps.clock.now());
  if (!offer || agreementId === null) return offer;
  const agreements = organisationId === null ? [] : await agreementsOf(deps, organisationId);
  const agreement = agreements.find(({ id }) => id === agreementId);
  return agreement ? offerUnder(agreement, offer) : null;
}

/** Pence of the bookings under an agreement that were not cancelled. */
export async function usedPence({ db }: { db: Executor }, agreementId: string): Promise<number> {
  const row = await db
    .selectFrom("bookings")
    .select((eb) => eb.fn.sum<number | string | null>("total_pence").as("pence"))
    .where("agreement_id", "=", agreementId)
    .where("status", "!=", "cancelled")
    .executeTakeFirst();
  return Number(row?.pence ?? 0);
}

/** A line for staff and owners once most of a cap, or all of it, is used; null before, and without a cap. */
export async function capNotice(deps: Read, organisationId: string): Promise<string | null> {
  const agreement = await agreementToday(deps, organisationId);
  const cap = agreement && capStanding(agreement.terms, await usedPence(deps, agreement.id));
  if (!cap || cap.state === "free") return null;
  return cap.state === "near"
    ? `The agreed cap is nearly reached: ${cap.words}.`
    : `The agreed cap is reached: ${cap.words}. Further bookings are still made, and the practice is told of each.`;
}

/** A line about bookings of so many pence that go beyond the cap of today's agreement; null within it. */
export async function beyondCapNotice(deps: Read, organisationId: string, pence: number) {
  const agreement = await agreementToday(deps, organisationId);
  const used = agreement ? await usedPence(deps, agreement.id) : 0;
  const cap = agreement && capStanding(agreement.terms, used);
  const isBeyond = cap && used + pence > agreement.terms.capPence!;
  return isBeyond
    ? `These bookings go beyond the agreed cap: ${cap.words}. Those above it are still made, and the practice is told of each.`
    : null;
}

/** Bookings beyond the cap of their agreement that staff are still to take on. */
export const isToTakeOn = (eb: ExpressionBuilder<Tables, "bookings">) =>
  eb.and([
    eb("bookings.over_cap_since", "is not", null),
    eb("bookings.organisation_id", "is not", null),
    eb("bookings.status", "!=", "cancelled"),
    eb("bookings.referrer_email_key", "!=", ""),
    isUnrestricted(eb),
  ]);

/** Whether another booking of so many pence goes beyond the cap of its agreement. */
export async function isBeyondCap({ db }: { db: Executor }, agreementId: string, pence: number) {
  const cap = (await findAgreement({ db }, agreementId))?.terms.capPence ?? null;
  return cap !== null && (await usedPence({ db }, agreementId)) + pence > cap;
}

/** Names the agreements that a page showed: a form of an older page is refused. */
export const agreementsSeen = (agreements: readonly Agreement[]): string =>
  agreements.map(({ id, validUntil }) => `${id} ${validUntil ?? ""}`).join(", ");

export type AgreementProblem =
  | { ok: false; problem: "changed" | "in-force" | "not-found" }
  /** The agreement that is in the way, in words. */
  | { ok: false; problem: "overlaps"; field: DayField; with: string }
  /** The day is over, or before the first of the agreement. */
  | { ok: false; problem: "past"; field: DayField };
type DayField = "validFrom" | "lastDay";
type Changed = { ok: true } | AgreementProblem;

function overlapping(agreements: readonly Agreement[], wanted: Term, field: DayField) {
  const other = agreements.find((one) => overlaps(one, wanted));
  const words = other && [other.reference, termWords(other)].filter(Boolean).join(", ");
  return words === undefined ? null : ({ ok: false, problem: "overlaps", field, with: words } as const);
}

type Change = ActedByRequest & { organisationId: string; seen: string };

/** Changes an organisation's agreements as the page showed them, one member of staff after another. */
function changeAgreements(
  deps: Deps,
  change: Change,
  action: "agreement.added" | "agreement.ended" | "agreement.removed",
  write: (db: Executor, agreements: Agreement[], today: IsoDate) => Promise<Changed>,
): Promise<Changed> {
  return transact(deps, async (inside) => {
    const agreements = await agreementsOf(inside, change.organisationId);
    if (agreementsSeen(agreements) !== change.seen) return { ok: false, problem: "changed" };
    const written = await write(inside.db, agreements, londonDate(deps.clock.now()));
    if (written.ok) await recordAudit(inside, change, action, ["organisation", change.organisationId]);
    return written;
  });
}

type New = Omit<Agreement, "id">;

/** Adds an agreement from today on or later. One that overlaps with another is refused: only one makes the prices. */
export function addAgreement(deps: Deps, { terms, ...given }: New, change: Change): Promise<Changed> {
  return changeAgreements(deps, change, "agreement.added", async (db, agreements, today) => {
    if (given.validFrom < today) return { ok: false, problem: "past", field: "validFrom" };
    const inTheWay = overlapping(agreements, given, "validFrom");
    if (inTheWay) return inTheWay;
    await db
      .insertInto("organisation_agreements")
      .values({
        id: deps.ids.uuid(),
        organisation_id: change.organisationId,
        valid_from: given.validFrom,
        valid_until: given.validUntil,
        reference: given.reference,
        terms_json: JSON.stringify(terms),
        created_by: change.actor.id,
        created_at: deps.clock.now().toISOString(),
      })
      .execute();
    return { ok: true };
  });
}

/** Ends an agreement on a day, today at the earliest: its bookings keep what they have. */
export function endAgreement(
  deps: Deps,
  { id, lastDay }: { id: string; lastDay: IsoDate },
  change: Change,
): Promise<Changed> {
  return changeAgreements(deps, change, "agreement.ended", async (db, agreements, today) => {
    const agreement = agreements.find((one) => one.id === id);
    if (!agreement) return { ok: false, problem: "not-found" };
    const hasEnded = agreement.validUntil !== null && agreement.validUntil < today;
    if (hasEnded || lastDay < today || lastDay < agreement.validFrom)
      return { ok: false, problem: "past", field: "lastDay" };
    const others = agreements.filter((one) => one.id !== id);
    const inTheWay = overlapping(others, { ...agreement, validUntil: lastDay }, "lastDay");
    if (inTheWay) return inTheWay;
    await db
      .updateTable("organisation_agreements")
      .set({ valid_until: lastDay })
      .where("id", "=", id)
      .execute();
    return { ok: true };
  });
}

/** Removes an agreement that is not in force yet: no booking was made under it. */
export function removeAgreement(deps: Deps, { id }: { id: string }, change: Change): Promise<Changed> {
  return changeAgreements(deps, change, "agreement.removed", async (db, agreements, today) => {
    const agreement = agreements.find((one) => one.id === id);
    if (!agreement) return { ok: false, problem: "not-found" };
    if (agreement.validFrom <= today) return { ok: false, problem: "in-force" };
    await db.deleteFrom("organisation_agreements").where("id", "=", id).execute();
    return { ok: true };
  });
}

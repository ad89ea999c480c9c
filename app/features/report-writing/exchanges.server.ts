import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { TypedExchange } from "./exchange-schema.ts";
import { MAX_EXCHANGES, type Exchange } from "./exchange.ts";
import type { ExchangeRow } from "./tables.ts";

type ReadDeps = { db: Executor; secrets: Secrets };

const sealedText = sealedColumn("visit_exchanges", "text_sealed");

export type SavedExchange = Exchange &
  Pick<ExchangeRow, "visit_id" | "recorded_by" | "version" | "recorded_at">;

function toExchange(secrets: Secrets, { text_sealed, at, ...row }: ExchangeRow): SavedExchange {
  return { ...row, text: sealedText.decrypt(secrets, row.id, text_sealed), at: at ?? "" };
}

/** All exchanges of a booking's visits in the order of their numbers; with `authorId` theirs alone. */
export async function exchangesOfBooking(deps: ReadDeps, bookingId: string, authorId?: string) {
  const rows = await deps.db
    .selectFrom("visit_exchanges")
    .innerJoin("visits", "visits.id", "visit_exchanges.visit_id")
    .selectAll("visit_exchanges")
    .where("visits.booking_id", "=", bookingId)
    .$if(authorId !== undefined, (query) => query.where("visit_exchanges.recorded_by", "=", authorId!))
    .orderBy("visit_exchanges.number")
    .orderBy("visit_exchanges.id")
    .execute();
  return rows.map((row) => toExchange(deps.secrets, row));
}

const NOT_BEGUN =
  "The visit is on another day. Print the sheet, and write here from the day of the visit on.";
const FULL = `A visit has room for ${MAX_EXCHANGES} exchanges. Put several into one.`;
const CHANGED =
  "You changed this exchange in another window. Nothing was overwritten: look at its text, then try again.";
const GONE = "This exchange was deleted in another window. What you wrote is still here: add it anew.";

/** A sentence about why nothing was saved; `not-found` when the visit is not, or no longer, this assessor's. */
type Refusal = string;
export const NOT_FOUND = "not-found";

type Work = (
  inside: Inside,
  visit: NonNullable<Awaited<ReturnType<typeof findAssessorVisit>>>["visit"],
) => Promise<Refusal | null>;

/** Changes the exchanges of the assessor's own visit, with the lock of its booking alone. */
async function changeExchanges(
  deps: Deps,
  { visitId, by }: { visitId: string; by: ActedByRequest },
  work: Work,
): Promise<Refusal | null> {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return NOT_FOUND;
  const change = { bookingId: own.booking.id, by, locksAlone: true as const };
  const changed = await changeBooking(deps, change, async (inside) => {
    const found = await findAssessorVisit(inside, visitId, by.actor.id);
    const refusal = found ? await work(inside, found.visit) : NOT_FOUND;
    return refusal === null ? DONE : ({ ok: false, problem: "in-words", refusal } as const);
  });
  if (changed.ok) return null;
  return changed.problem === "in-words" ? changed.refusal : KEPT_WORDS[changed.problem];
}

type Target = { visitId: string; by: ActedByRequest };

/** Adds an exchange to the assessor's own visit. `key` names it: the same one sent twice is kept once. */
export async function addExchange(
  deps: Deps,
  { visitId, by, key, exchange }: Target & { key: string; exchange: TypedExchange },
): Promise<Refusal | null> {
  return changeExchanges(deps, { visitId, by }, async (inside, visit) => {
    const authorId = visit.assessor_id;
    const now = deps.clock.now();
    const key_hash = deps.secrets.hash(`${authorId}\n${key}`, "exchange");
    const known = await inside.db
      .selectFrom("visit_exchanges")
      .select("id")
      .where("visit_id", "=", visitId)
      .where("key_hash", "=", key_hash)
      .executeTakeFirst();
    if (known) return null;
    if (visit.day > londonDate(now)) return NOT_BEGUN;
    const all = await exchangesOfBooking(inside, visit.booking_id, authorId);
    if (all.filter(({ visit_id }) => visit_id === visitId).length >= MAX_EXCHANGES) return FULL;
    const id = deps.ids.uuid();
    await inside.db
      .insertInto("visit_exchanges")
      .values({
        id,
        visit_id: visitId,
        recorded_by: authorId,
        number: Math.max(0, ...all.map(({ number }) => number)) + 1,
        speaker: exchange.speaker,
        text_sealed: sealedText.encrypt(deps.secrets, id, exchange.text),
        at: exchange.at || null,
        version: 1,
        key_hash,
        recorded_at: now.toISOString(),
      })
      .execute();
    await recordAudit(inside, by, "visit.exchange-added", ["booking", visit.booking_id]);
    return null;
  });
}

type Changed = Target & { exchangeId: string; version: number };

/** Whether a change may be made: null, or the sentence against it. Harmless when the text is the same already. */
function whyNot(current: SavedExchange | undefined, version: number): Refusal | null {
  if (!current) return GONE;
  return current.version === version ? null : CHANGED;
}

async function findOwn(deps: ReadDeps, bookingId: string, authorId: string, id: string) {
  return (await exchangesOfBooking(deps, bookingId, authorId)).find((one) => one.id === id);
}

/** Changes an exchange of the assessor's own. */
export async function changeExchange(
  deps: Deps,
  { visitId, by, exchangeId, version, exchange }: Changed & { exchange: TypedExchange },
): Promise<Refusal | null> {
  return changeExchanges(deps, { visitId, by }, async (inside, visit) => {
    const current = await findOwn(inside, visit.booking_id, visit.assessor_id, exchangeId);
    const isSame =
      current?.text === exchange.text && current.speaker === exchange.speaker && current.at === exchange.at;
    if (isSame) return null;
    const refusal = whyNot(current, version);
    if (refusal) return refusal;
    await inside.db
      .updateTable("visit_exchanges")
      .set({
        speaker: exchange.speaker,
        text_sealed: sealedText.encrypt(deps.secrets, exchangeId, exchange.text),
        at: exchange.at || null,
        version: version + 1,
      })
      .where("id", "=", exchangeId)
      .execute();
    await recordAudit(inside, by, "visit.exchange-changed", ["booking", visit.booking_id]);
    return null;
  });
}

/** Deletes an exchange of the assessor's own. One that is deleted already needs nothing. */
export async function deleteExchange(
  deps: Deps,
  { visitId, by, exchangeId, version }: Changed,
): Promise<Refusal | null> {
  return changeExchanges(deps, { visitId, by }, async (inside, visit) => {
    const current = await findOwn(inside, visit.booking_id, visit.assessor_id, exchangeId);
    if (!current) return null;
    const refusal = whyNot(current, version);
    if (refusal) return refusal;
    await inside.db.deleteFrom("visit_exchanges").where("id", "=", exchangeId).execute();
    await recordAudit(inside, by, "visit.exchange-deleted", ["booking", visit.booking_id]);
    return null;
  });
}

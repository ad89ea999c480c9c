import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { changedAmong, mergeFields } from "#app/features/referral/sections/answers.ts";
import { isBlank, type Answers } from "#app/features/referral/sections/fields.ts";
import { answersSchema as schemaOf, MAX_TEXT_LENGTH } from "#app/features/referral/sections/schema.ts";
import type { AskedPart } from "./asked-parts.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import {
  findPart,
  lockContribution,
  savedParts,
  writePart,
  type Contribution,
  type SavedPart,
} from "./contribution-rows.server.ts";
import { tellAsker } from "./part-mails.server.ts";
import { takesAnswers, type Standing } from "./standing.ts";

/** The schema of a part's answers: any of them, each of its own kind. */
export const answersSchema = ({ fields }: Pick<AskedPart, "fields">) => schemaOf(fields, MAX_TEXT_LENGTH);

export type PartSave = {
  partKey: string;
  answers: Answers;
  /** The version that the writer saw; unchecked when left out. */
  version?: number;
  saveIds: readonly string[];
};

export type PartConflict = {
  part: AskedPart;
  saved: SavedPart;
  given: Answers;
  fields: string[];
};

type PartSaveResult =
  | { kind: "saved"; saved: SavedPart }
  | { kind: "conflict"; conflict: PartConflict }
  | { kind: "refused"; standing: Standing }
  | { kind: "gone" };

export type Locked = {
  booking: BookingRow;
  asked: Contribution;
  standing: Standing;
};

/** Reads a contribution for writing, with its booking, and where it is now. Null when one of them is gone. */
export async function lockWithBooking(trx: Executor, deps: Deps, id: string): Promise<Locked | null> {
  const inside = { ...deps, db: trx };
  const asked = await lockContribution(inside, id);
  const booking = asked && (await findBooking(trx, asked.booking_id));
  if (!booking || isErased(booking)) return null;
  return {
    booking,
    asked,
    standing: standingIn(deps, asked, await readFacts(inside, booking)),
  };
}

/** Staff key in what came by post, also after the last day. */
export const mayWrite = (standing: Standing, { actor }: Pick<ActedByRequest, "actor">) =>
  takesAnswers(standing) || (actor.kind === "staff" && standing === "expired");

const isOverdue = (standing: Standing) => standing === "late" || standing === "expired";

async function write(
  trx: Executor,
  deps: Deps,
  { asked, standing }: Locked,
  { partKey, answers, version, saveIds }: PartSave,
  by: ActedByRequest,
): Promise<PartSaveResult> {
  const inside = { ...deps, db: trx };
  const part = findPart(asked, partKey);
  if (!part) return { kind: "gone" };
  const current = (await savedParts(inside, [asked.id])).find(({ part_key }) => part_key === partKey) ?? null;
  const before = current?.answers ?? {};
  const merged = mergeFields(part.fields, before, answers);
  const fields = changedAmong(part.fields, before, merged);
  const now = deps.clock.now().toISOString();
  const hashes = saveIds.map((id) => deps.secrets.hash(id, "contribution-save"));
  if (current && fields.length === 0) return { kind: "saved", saved: current };
  const isStale = current !== null && version !== undefined && version !== current.version;
  if (isStale && !(current.save_hash !== null && hashes.includes(current.save_hash))) {
    return {
      kind: "conflict",
      conflict: { part, saved: current, given: merged, fields },
    };
  }
  const saved: SavedPart = {
    contribution_id: asked.id,
    part_key: partKey,
    version: (current?.version ?? 0) + 1,
    answers: merged,
    save_hash: hashes.at(-1) ?? null,
    saved_by_kind: by.actor.kind === "staff" ? "staff" : "contributor",
    updated_at: now,
  };
  await writePart(inside, saved);
  const late = isOverdue(standing) && asked.late_at === null ? { late_at: now } : {};
  const opened = asked.state === "asked" ? { state: "opened" as const, opened_at: now } : {};
  if (Object.keys({ ...late, ...opened }).length > 0)
    await trx
      .updateTable("contributions")
      .set({ ...late, ...opened })
      .where("id", "=", asked.id)
      .execute();
  return { kind: "saved", saved };
}

/** Saves what somebody wrote in one part, complete or not. Nothing of it is in the referral yet. */
export async function savePart(
  deps: Deps,
  { contributionId, save, by }: { contributionId: string; save: PartSave; by: ActedByRequest },
): Promise<PartSaveResult> {
  return transact(deps.db, async (trx) => {
    const locked = await lockWithBooking(trx, deps, contributionId);
    if (!locked) return { kind: "gone" };
    const { standing } = locked;
    return mayWrite(standing, by) ? write(trx, deps, locked, save, by) : { kind: "refused", standing };
  });
}

/** Whether anything was written in a part. */
export const isWritten = (part: Pick<SavedPart, "answers"> | null) =>
  part !== null && Object.values(part.answers).some((answer) => !isBlank(answer));

/** Sends all parts to whoever asked, once. `empty`: nothing was written, and no papers were added. */
export async function sendParts(
  deps: Deps,
  { contributionId, by, hasPapers }: { contributionId: string; by: ActedByRequest; hasPapers: boolean },
): Promise<"sent" | "empty" | Standing | null> {
  return transact(deps.db, async (trx) => {
    const locked = await lockWithBooking(trx, deps, contributionId);
    if (!locked) return null;
    const { asked, booking, standing } = locked;
    if (!mayWrite(standing, by)) return standing;
    const written = (await savedParts({ ...deps, db: trx }, [asked.id])).filter(isWritten);
    if (written.length === 0 && !hasPapers) return "empty";
    const now = deps.clock.now().toISOString();
    const late_at = isOverdue(standing) ? (asked.late_at ?? now) : asked.late_at;
    await trx
      .updateTable("contributions")
      .set({
        state: "sent",
        sent_at: now,
        late_at,
        opened_at: asked.opened_at ?? now,
        reopen_asked_at: null,
      })
      .where("id", "=", asked.id)
      .execute();
    const action = by.actor.kind === "staff" ? "part.keyed-in" : "part.sent";
    const changedFields = written.flatMap(({ part_key, answers }) =>
      Object.keys(answers)
        .filter((name) => !isBlank(answers[name]))
        .map((name) => `${part_key}.${name}`),
    );
    await recordAudit(trx, deps, by, action, ["booking", booking.id], {
      changedFields,
    });
    if (by.actor.kind !== "staff")
      await tellAsker(trx, deps, {
        booking,
        asked,
        news: "answered",
        once: now,
      });
    return "sent";
  });
}

/** Whoever was asked opens what they sent again, until it was looked at and before the last day is over. */
export async function reopenSent(
  deps: Deps,
  { contributionId, by }: { contributionId: string; by: ActedByRequest },
): Promise<boolean> {
  return transact(deps.db, async (trx) => {
    const locked = await lockWithBooking(trx, deps, contributionId);
    if (locked?.standing !== "sent") return false;
    const { asked, booking } = locked;
    const inside = { ...deps, db: trx };
    const again = standingIn(deps, { ...asked, state: "opened" }, await readFacts(inside, booking));
    if (!takesAnswers(again)) return false;
    const change = { state: "opened" as const, sent_at: null };
    await trx.updateTable("contributions").set(change).where("id", "=", asked.id).execute();
    await recordAudit(trx, deps, by, "part.reopened", ["booking", booking.id]);
    return true;
  });
}

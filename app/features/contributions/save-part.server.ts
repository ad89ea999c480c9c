import type { Deps } from "#app/deps.server.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { transact } from "#app/platform/database.server.ts";
import { isBlank } from "#app/kit/sections/fields.ts";
import { planSave, type PlannedSave, type SectionSave } from "#app/kit/sections/sections.server.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import {
  findPart,
  lockContribution,
  savedPartsOf,
  updateContribution,
  writePart,
  type Contribution,
  type SavedPart,
} from "./contribution-rows.server.ts";
import { tellAsker } from "./part-mails.server.ts";
import { takesAnswers, type Standing } from "./standing.ts";

export type PartSave = SectionSave & { partKey: string };

type PartSaveResult = PlannedSave | { kind: "refused" } | { kind: "gone" };

export type Locked = { booking: BookingRow; asked: Contribution; standing: Standing };

/** Reads a contribution for writing, with its booking, and where it is now. Null when one of them is gone. */
export async function lockWithBooking(inside: Inside, id: string): Promise<Locked | null> {
  const asked = await lockContribution(inside, id);
  const booking = asked && (await findBooking(inside.db, asked.booking_id));
  if (!booking || isErased(booking)) return null;
  return { booking, asked, standing: standingIn(inside, asked, await readFacts(inside, booking)) };
}

/** Staff key in what came by post, also after the last day. */
export const mayWrite = (standing: Standing, { actor }: Pick<ActedByRequest, "actor">) =>
  takesAnswers(standing) || (actor.kind === "staff" && standing === "expired");

const isOverdue = (standing: Standing) => standing === "late" || standing === "expired";

/** Saves what somebody wrote in one part, complete or not. Nothing of it is in the referral yet. */
export async function savePart(
  deps: Deps,
  { contributionId, save, by }: { contributionId: string; save: PartSave; by: ActedByRequest },
): Promise<PartSaveResult> {
  return transact(deps, async (inside) => {
    const locked = await lockWithBooking(inside, contributionId);
    const part = locked && findPart(locked.asked, save.partKey);
    if (!locked || !part) return { kind: "gone" };
    const { asked, standing } = locked;
    if (!mayWrite(standing, by)) return { kind: "refused" };
    const now = deps.clock.now().toISOString();
    const current = (await savedPartsOf(inside, asked.id))[part.key];
    const plan = planSave(deps, now, part.fields, current, save);
    if (plan.kind !== "written") return plan;
    const saved_by_kind = by.actor.kind === "staff" ? "staff" : "contributor";
    await writePart(inside, asked.id, part.key, { ...plan.saved, saved_by_kind });
    const late = isOverdue(standing) && asked.late_at === null ? { late_at: now } : {};
    const opened = asked.state === "asked" ? { state: "opened" as const, opened_at: now } : {};
    const change = { ...late, ...opened };
    if (Object.keys(change).length > 0) await updateContribution(inside.db, asked.id, change);
    return plan;
  });
}

/** Whether anything was written in a part. */
export const isWritten = (part: Pick<SavedPart, "answers"> | undefined) =>
  Object.values(part?.answers ?? {}).some((answer) => !isBlank(answer));

/** Sends all parts to whoever asked, once. `empty`: nothing was written, and no papers were added. */
export async function sendParts(
  deps: Deps,
  { contributionId, by, hasPapers }: { contributionId: string; by: ActedByRequest; hasPapers: boolean },
): Promise<"sent" | "empty" | Standing | null> {
  return transact(deps, async (inside) => {
    const locked = await lockWithBooking(inside, contributionId);
    if (!locked) return null;
    const { asked, booking, standing } = locked;
    if (!mayWrite(standing, by)) return standing;
    const saved = await savedPartsOf(inside, asked.id);
    const written = Object.entries(saved).filter(([, part]) => isWritten(part));
    if (written.length === 0 && !hasPapers) return "empty";
    const now = deps.clock.now().toISOString();
    const late_at = isOverdue(standing) ? (asked.late_at ?? now) : asked.late_at;
    const opened_at = asked.opened_at ?? now;
    const change = { state: "sent" as const, sent_at: now, late_at, opened_at, reopen_asked_at: null };
    await updateContribution(inside.db, asked.id, change);
    const action = by.actor.kind === "staff" ? "part.keyed-in" : "part.sent";
    const changedFields = written.flatMap(([key, part]) =>
      Object.entries(part!.answers).flatMap(([name, answer]) => (isBlank(answer) ? [] : [`${key}.${name}`])),
    );
    await recordAudit(inside, by, action, ["booking", booking.id], { changedFields });
    if (by.actor.kind !== "staff") await tellAsker(inside, { booking, asked, news: "answered", once: now });
    return "sent";
  });
}

/** Whoever was asked opens what they sent again, until it was looked at and before the last day is over. */
export async function reopenSent(
  deps: Deps,
  { contributionId, by }: { contributionId: string; by: ActedByRequest },
): Promise<boolean> {
  return transact(deps, async (inside) => {
    const locked = await lockWithBooking(inside, contributionId);
    if (locked?.standing !== "sent") return false;
    const { asked, booking } = locked;
    const again = standingIn(deps, { ...asked, state: "opened" }, await readFacts(inside, booking));
    if (!takesAnswers(again)) return false;
    const change = { state: "opened" as const, sent_at: null };
    await updateContribution(inside.db, asked.id, change);
    await recordAudit(inside, by, "part.reopened", ["booking", booking.id]);
    return true;
  });
}

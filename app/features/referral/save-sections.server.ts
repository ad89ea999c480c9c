import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  type KeptNow,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { planSave, type PlannedSave, type SectionSave } from "#app/kit/sections/sections.server.ts";
import { mergeAnswers } from "#app/features/referral/sections/answers.ts";
import { lockReferral, makeReferral, writeSection } from "./saved-referral.server.ts";
import { SECTION_KEYS, sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";

type Plans = Partial<Record<SectionKey, PlannedSave>>;

/** The plans of a conflict were not carried out; some of their sections may be without one. */
type SaveResult =
  | { kind: "refused"; problem: KeptNow }
  | { kind: "saved"; isNew: boolean; plans: Plans }
  | { kind: "conflict"; plans: Plans };

type SaveRequest = {
  booking: Pick<BookingRow, "id">;
  sections: Partial<Record<SectionKey, SectionSave>>;
  actor: Actor;
  requestId: string | null;
};

/** Saves sections, complete or not, in one transaction: all, or none when one is outdated or the booking may
 * not be changed. */
export async function saveSections(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  { booking, sections, actor, requestId }: SaveRequest,
): Promise<SaveResult> {
  const now = deps.clock.now().toISOString();
  const save = async (inside: Inside<typeof deps>): Promise<SaveResult> => {
    const newId = deps.ids.uuid();
    await makeReferral(inside.db, { newId, now }, booking.id);
    const keys = SECTION_KEYS.filter((key) => sections[key] !== undefined);
    const referral = (await lockReferral(inside, booking.id, keys))!;
    const planned = keys.map((key) => {
      const [current, given] = [referral.sections[key], sections[key]!];
      const merged = mergeAnswers(key, current?.answers ?? {}, given.answers);
      return [key, planSave(deps, now, sectionFields(key), current, given, merged)] as const;
    });
    const plans: Plans = Object.fromEntries(planned);
    if (planned.some(([, { kind }]) => kind === "conflict")) return { kind: "conflict", plans };

    const written = planned.filter(([, { kind }]) => kind === "written");
    for (const [key, { saved }] of written) await writeSection(inside, referral, key, saved);
    if (written.length > 0) {
      await inside.db
        .updateTable("referral_forms")
        .set({ updated_at: now })
        .where("id", "=", referral.id)
        .execute();
      await recordAudit(inside, { actor, requestId }, "referral.saved", ["booking", booking.id], {
        changedFields: written.flatMap(([key, { changed }]) => changed.map((name) => `${key}.${name}`)),
      });
    }
    return { kind: "saved", isNew: referral.id === newId, plans };
  };
  const change = { bookingId: booking.id, by: { actor }, locksAlone: true as const };
  const saved = await changeBooking(deps, change, async (inside) => ({
    ...DONE,
    result: await save(inside),
  }));
  return saved.ok ? saved.result : { kind: "refused", problem: saved.problem };
}

import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE, type KeptNow } from "#app/features/booking/record/change-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { changedFields, mergeAnswers } from "#app/features/referral/sections/answers.ts";
import type { Answers } from "#app/features/referral/sections/fields.ts";
import {
  lockReferral,
  makeReferral,
  writeSection,
  type SavedReferral,
  type SavedSection,
} from "./saved-referral.server.ts";
import { SECTION_KEYS, type SectionKey } from "#app/features/referral/sections/sections.ts";

/** Answers of one section to be saved. A field that is left out keeps its answer. */
export type SectionSave = {
  answers: Answers;
  /** The version that the writer saw, 0 for an unsaved section; unchecked when left out. */
  version?: number;
  /** Ids of the page's saves since its last answered one. A newer version written by one of them is no conflict. */
  saveIds?: readonly string[];
};

export type SaveConflict = { section: SectionKey; saved: SavedSection; given: Answers; fields: string[] };

type SaveResult =
  | { kind: "refused"; problem: KeptNow }
  | { kind: "saved"; isNew: boolean; sections: Partial<Record<SectionKey, SavedSection>> }
  | { kind: "conflict"; conflicts: SaveConflict[] };

type SaveRequest = {
  booking: Pick<BookingRow, "id">;
  sections: Partial<Record<SectionKey, SectionSave>>;
  actor: Actor;
  requestId: string | null;
};

type Change = { section: SectionKey; saved: SavedSection; fields: string[] };

type Saved = Pick<SavedSection, "version" | "saveHash">;

const hashesOf = (secrets: Secrets, saveIds: readonly string[]) =>
  saveIds.map((id) => secrets.hash(id, "referral-save"));

/** Kept with a version, so that a save whose answer was lost is recognised; null without ids. */
export const hashOfSave = (secrets: Secrets, saveIds: readonly string[]) =>
  hashesOf(secrets, saveIds).at(-1) ?? null;

/** True when a save is based on another version than the saved one, which none of the page's own saves wrote. */
export function isOutdated(
  secrets: Secrets,
  saved: Saved,
  { version, saveIds = [] }: Pick<SectionSave, "version" | "saveIds">,
): boolean {
  if (version === undefined || version === saved.version) return false;
  return !(saved.saveHash && hashesOf(secrets, saveIds).includes(saved.saveHash));
}

/** The change to one section. An outdated save that says the same as what is saved is no conflict. */
function planChange(
  { secrets }: Pick<Deps, "secrets">,
  referral: SavedReferral,
  section: SectionKey,
  { answers, version, saveIds = [] }: SectionSave,
  now: string,
): Change | SaveConflict {
  const current = referral.sections[section];
  const merged = mergeAnswers(section, current?.answers ?? {}, answers);
  const fields = changedFields(section, current?.answers ?? {}, merged);
  if (current && fields.length === 0) return { section, saved: current, fields };
  if (current && isOutdated(secrets, current, { version, saveIds }))
    return { section, saved: current, given: merged, fields };
  const saveHash = hashOfSave(secrets, saveIds);
  return {
    section,
    saved: { version: (current?.version ?? 0) + 1, answers: merged, updatedAt: now, saveHash },
    fields,
  };
}

/** Saves sections, complete or not, in one transaction: all, or none when one is outdated or the booking may
 * not be changed. */
export async function saveSections(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets">,
  { booking, sections, actor, requestId }: SaveRequest,
): Promise<SaveResult> {
  const now = deps.clock.now().toISOString();
  const save = async (trx: Executor): Promise<SaveResult> => {
    const newId = deps.ids.uuid();
    await makeReferral(trx, { newId, now }, booking.id);
    const keys = SECTION_KEYS.filter((key) => sections[key] !== undefined);
    const referral = (await lockReferral(trx, deps.secrets, booking.id, keys))!;
    const plans = keys.map((key) => planChange(deps, referral, key, sections[key]!, now));
    const conflicts = plans.filter((plan) => "given" in plan);
    if (conflicts.length > 0) return { kind: "conflict", conflicts };

    const changes = plans.filter((plan) => plan.saved !== referral.sections[plan.section]);
    for (const { section, saved } of changes) {
      await writeSection(trx, deps.secrets, referral, section, saved);
    }
    if (changes.length > 0) {
      await trx
        .updateTable("referral_forms")
        .set({ updated_at: now })
        .where("id", "=", referral.id)
        .execute();
      await recordAudit(trx, deps, { actor, requestId }, "referral.saved", ["booking", booking.id], {
        changedFields: changes.flatMap(({ section, fields }) => fields.map((name) => `${section}.${name}`)),
      });
    }
    return {
      kind: "saved",
      isNew: referral.id === newId,
      sections: Object.fromEntries(plans.map(({ section, saved }) => [section, saved])),
    };
  };
  const change = { bookingId: booking.id, by: { actor }, locksAlone: true as const };
  const saved = await changeBooking(deps, change, async ({ db }) => ({ ...DONE, result: await save(db) }));
  return saved.ok ? saved.result : { kind: "refused", problem: saved.problem };
}

import type { Personal } from "#app/features/data-protection/personal.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Selection } from "kysely";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SavedSection } from "#app/kit/sections/sections.server.ts";
import { writeFormWords } from "./form-words.server.ts";
import { writeOtherParties } from "./other-parties.server.ts";
import { SECTION_KEYS, type SectionKey } from "#app/features/referral/sections/sections.ts";

const FORM = [
  "id",
  "booking_id as bookingId",
  "revision",
  "submitted_at as submittedAt",
  "created_at as createdAt",
  "updated_at as updatedAt",
] as const;

type Form = Selection<Tables, "referral_forms", (typeof FORM)[number]>;

export type SavedReferral = Form & { sections: Partial<Record<SectionKey, SavedSection>> };

const sealedAnswers = sealedJsonColumn<Answers>("referral_sections", "answers_sealed");
const rowOf = (formId: string, section: SectionKey) => `${formId}:${section}`;

type Stored = { db: Executor; secrets: Secrets };

/** With `only`, these sections alone are read and decrypted. */
async function withSections({ db, secrets }: Stored, forms: Form[], only = SECTION_KEYS) {
  const ids = forms.map((form) => form.id);
  const rows = await byIds(ids, (piece) =>
    db
      .selectFrom("referral_sections")
      .selectAll()
      .where("form_id", "in", piece)
      .where((eb) => eb.or(only.map((section) => eb("section", "=", section))))
      .orderBy("form_id")
      .orderBy("section")
      .execute(),
  );
  const sections = new Map<string, SavedReferral["sections"]>(forms.map((form) => [form.id, {}]));
  for (const { form_id, section, version, answers_sealed, updated_at, save_hash } of rows) {
    const answers = sealedAnswers.decrypt(secrets, rowOf(form_id, section), answers_sealed);
    sections.get(form_id)![section] = { version, answers, updatedAt: updated_at, saveHash: save_hash };
  }
  return forms.map((form): SavedReferral => ({ ...form, sections: sections.get(form.id)! }));
}

/** Saved forms by booking id, decrypted; with `only` no more than these sections. */
export async function findSavedReferrals(
  db: Executor,
  secrets: Secrets,
  bookingIds: string[],
  only?: SectionKey[],
) {
  const forms = await byIds(bookingIds, (piece) =>
    db.selectFrom("referral_forms").select(FORM).where("booking_id", "in", piece).execute(),
  );
  const referrals = await withSections({ db, secrets }, forms, only);
  return new Map(referrals.map((referral) => [referral.bookingId, referral]));
}

/** The answers of some sections of several bookings, decrypted. One query. */
export async function readAnswers(
  { db, secrets }: Stored,
  bookingIds: readonly string[],
  sections: readonly SectionKey[],
) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("referral_forms")
      .innerJoin("referral_sections", "referral_sections.form_id", "referral_forms.id")
      .select([
        "referral_forms.booking_id as bookingId",
        "referral_sections.form_id",
        "referral_sections.section",
        "referral_sections.answers_sealed",
      ])
      .where("referral_forms.booking_id", "in", piece)
      .where("referral_sections.section", "in", sections)
      .execute(),
  );
  return rows.map(({ bookingId, form_id, section, answers_sealed }) => ({
    bookingId,
    section,
    answers: sealedAnswers.decrypt(secrets, rowOf(form_id, section), answers_sealed),
  }));
}

/** The saved form of a booking, decrypted; null before the first save. */
export const findSavedReferral = async (executor: Executor, secrets: Secrets, bookingId: string) =>
  (await findSavedReferrals(executor, secrets, [bookingId])).get(bookingId) ?? null;

/** `since` is a UTC instant. */
async function isReferralChangedSince(executor: Executor, bookingId: string, since: string) {
  const form = await executor
    .selectFrom("referral_forms")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("updated_at", ">=", since)
    .executeTakeFirst();
  return form !== undefined;
}

/** The booking of a form's id, for the API. */
export async function findReferralBookingId(executor: Executor, formId: string): Promise<string | null> {
  const form = await executor
    .selectFrom("referral_forms")
    .select("booking_id")
    .where("id", "=", formId)
    .executeTakeFirst();
  return form?.booking_id ?? null;
}

/** Makes the form of a booking unless it has one, also when two requests do so at the same moment. */
export async function makeReferral(
  executor: Executor,
  { newId, now }: { newId: string; now: string },
  bookingId: string,
): Promise<void> {
  await executor
    .insertInto("referral_forms")
    .values({
      id: newId,
      booking_id: bookingId,
      revision: 0,
      submitted_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("booking_id").doNothing())
    .execute();
}

/** Reads a booking's form for writing, with `only` no more than these sections of it. The update changes nothing but
 * locks the row, so that writers take turns. */
export async function lockReferral(deps: Stored, bookingId: string, only?: SectionKey[]) {
  const form = await deps.db
    .updateTable("referral_forms")
    .set((eb) => ({ revision: eb.ref("revision") }))
    .where("booking_id", "=", bookingId)
    .returning(FORM)
    .executeTakeFirst();
  return form ? (await withSections(deps, [form], only))[0]! : null;
}

/** Writes a section as version `version`, in a transaction that holds `lockReferral`. */
export async function writeSection(
  deps: Stored,
  { id, bookingId }: Pick<SavedReferral, "id" | "bookingId">,
  section: SectionKey,
  saved: SavedSection,
): Promise<void> {
  const row = {
    version: saved.version,
    answers_sealed: sealedAnswers.encrypt(deps.secrets, rowOf(id, section), saved.answers),
    updated_at: saved.updatedAt,
    save_hash: saved.saveHash,
    has_party_words: 1 as const,
  };
  await deps.db
    .insertInto("referral_sections")
    .values({ form_id: id, section, ...row })
    .onConflict((conflict) => conflict.columns(["form_id", "section"]).doUpdateSet(row))
    .execute();
  await writeFormWords(deps, bookingId, section, saved.answers);
  if (section === "litigate") await writeOtherParties(deps, bookingId, saved.answers);
}

export type ReferralRecord = Omit<SavedReferral, "sections"> & {
  [K in SectionKey]?: Answers & { version: number };
};

/** The form as the API and the export show it: answers and version of each saved section, or of those in `shown`. */
export function toReferralRecord(
  { sections, ...form }: SavedReferral,
  shown: ReadonlySet<SectionKey> = new Set(SECTION_KEYS),
): ReferralRecord {
  const saved = SECTION_KEYS.flatMap((key) => {
    const section = sections[key];
    return section && shown.has(key) ? [[key, { ...section.answers, version: section.version }]] : [];
  });
  return { ...form, ...Object.fromEntries(saved) };
}

export const personal: Personal = {
  async exportBooking({ db, secrets }, bookingId) {
    const form = await findSavedReferral(db, secrets, bookingId);
    const sections = Object.entries(form?.sections ?? {}).map(([name, section]) => [name, section.answers]);
    return {
      referralForm: form && {
        createdAt: form.createdAt,
        updatedAt: form.updatedAt,
        submittedAt: form.submittedAt,
        ...(Object.fromEntries(sections) as Record<string, object>),
      },
    };
  },
  isChangedSince: isReferralChangedSince,
};

import type { RequestScope } from "#app/context.ts";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import { isBookingRestricted } from "#app/features/privacy/marks.server.ts";
import { RESTRICTED } from "#app/features/privacy/restriction.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { describeConflict, type ConflictView } from "./conflict.ts";
import type { Answers } from "./fields.ts";
import { saveSections } from "./save-sections.server.ts";
import type { SavedSection } from "./saved-referral.server.ts";
import { SECTION_ANSWERS } from "./schema.ts";
import { readSectionForm, readSeen, readVersion } from "./section-form.ts";
import type { SectionKey } from "./sections.ts";
import { untouchedFields } from "./seen-answers.server.ts";

export type SectionFormResult =
  | { kind: "saved"; saved: SavedSection }
  | { kind: "conflict"; conflict: ConflictView }
  /** Nothing was saved; `errors` by field name. */
  | { kind: "refused"; status: 400 | 409 | 429; message: string; errors: Record<string, string[]> };

/** Saves one section as a page posts it, whole or while it is being typed: 60 times a minute (DESIGN section 10). */
export async function saveSectionForm(
  { deps, requestId, clientAddress }: Pick<RequestScope, "deps" | "requestId" | "clientAddress">,
  writer: { booking: BookingRow; actor: Actor },
  section: SectionKey,
  form: FormData,
): Promise<SectionFormResult> {
  const verdict = await hitRateLimit(deps, "referralSave", `${clientAddress} ${writer.booking.id}`);
  if (!verdict.isAllowed) {
    return {
      kind: "refused",
      status: 429,
      message:
        "You are saving very often. Please wait a minute and save again: what you typed is still here.",
      errors: {},
    };
  }
  if (writer.actor.kind === "staff" && (await isBookingRestricted(deps.db, writer.booking))) {
    return { kind: "refused", status: 409, message: RESTRICTED, errors: {} };
  }
  const parsed = SECTION_ANSWERS[section].safeParse(readSectionForm(section, form));
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) (errors[String(path[0])] ??= []).push(message);
    const message = "This could not be saved yet. Please look at the answers below.";
    return { kind: "refused", status: 400, message, errors };
  }
  const result = await saveSections(deps, {
    ...writer,
    sections: { [section]: { answers: parsed.data as Answers, version: readVersion(form) } },
    requestId,
  });
  if (result.kind === "saved") return { kind: "saved", saved: result.sections[section]! };
  const conflict = result.conflicts[0]!;
  const untouched = untouchedFields(section, readSeen(form), conflict.given);
  return { kind: "conflict", conflict: describeConflict(conflict, untouched) };
}

import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingAccess } from "#app/features/booking/record/guards.server.ts";
import { tellOfAnotherPerson } from "#app/features/contributions/part-mails.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { readReferralRecord, readShownSections } from "#app/features/referral/queries.server.ts";
import type { ReferralRecord } from "#app/features/referral/saved-referral.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import type { SectionSave } from "#app/kit/sections/sections.server.ts";
import type { ReferralFormBody } from "#app/features/referral/sections/schema.ts";
import { SECTION_KEYS, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { ApiError, tooMany } from "./errors.ts";

type SaveCall = { deps: Deps; scope: { clientAddress: string }; by: ActedByRequest };
type Sections = Partial<Record<SectionKey, SectionSave>>;

const STALE =
  "Somebody else has changed this form since. Nothing was saved: please compare and send it again.";

function toSections(body: z.output<typeof ReferralFormBody>): Sections {
  const sections: Sections = {};
  for (const key of SECTION_KEYS) {
    const { version, ...answers } = body[key] ?? {};
    if (body[key]) sections[key] = { answers, ...(version === undefined ? {} : { version }) };
  }
  return sections;
}

/** Throws 409, with the saved text when a section is outdated, and 429. */
export async function saveReferralForm(
  { deps, scope, by }: SaveCall,
  { booking }: Pick<BookingAccess, "booking">,
  body: z.output<typeof ReferralFormBody>,
): Promise<{ isNew: boolean; form: ReferralRecord }> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.referralSave, `${scope.clientAddress} ${booking.id}`);
  if (!verdict.isAllowed) throw tooMany(verdict.retryAfterSeconds);
  const sections = toSections(body);
  const result = await saveSections(deps, { booking, sections, ...by });
  if (result.kind === "refused") throw new ApiError(409, KEPT_WORDS[result.problem]);
  if (result.kind === "conflict") {
    const shown = await readShownSections(deps, booking);
    const conflicts = Object.entries(result.plans).filter(
      ([key, { kind }]) => kind === "conflict" && shown.has(key as SectionKey),
    );
    const current = Object.fromEntries(
      conflicts.map(([key, { saved }]) => [key, { ...saved.answers, version: saved.version }]),
    );
    throw new ApiError(409, STALE, { current });
  }
  if (sections.personalDetails) await tellOfAnotherPerson(deps, booking.id);
  return { isNew: result.isNew, form: (await readReferralRecord(deps, booking))! };
}

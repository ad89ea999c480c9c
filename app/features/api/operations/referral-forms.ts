import { z } from "zod";
import { asTypedKeys } from "#app/features/referral/sections/answers.ts";
import type { ReferralRecord } from "#app/features/referral/saved-referral.server.ts";
import { ReferralFormBody, SECTION_ANSWERS } from "#app/features/referral/sections/schema.ts";
import { SECTION_KEYS, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { operations } from "#app/features/api/operation.ts";

function savedSection(key: SectionKey) {
  return SECTION_ANSWERS[key].extend({
    ...Object.fromEntries(asTypedKeys(key).map((name) => [name, z.string().optional()])),
    version: z.int(),
  });
}

export const ReferralForm = z.object({
  id: z.string(),
  bookingId: z.string(),
  revision: z.int().meta({ description: "How often it was submitted." }),
  submittedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  ...Object.fromEntries(SECTION_KEYS.map((key) => [key, savedSection(key).optional()])),
}) as unknown as z.ZodType<ReferralRecord, ReferralRecord>;

const sections = ReferralFormBody as unknown as z.ZodObject;

const NewReferralForm = sections.extend({
  bookingId: z.string({ error: "Please give the booking's id as bookingId." }).max(100),
}) as unknown as z.ZodType<z.output<typeof ReferralFormBody> & { bookingId: string }>;

const merging =
  "Only what is sent changes: sections that are left out stay, and so do fields that are left out of a section. " +
  "A section may carry the `version` it is based on; when somebody else has saved it since, the answer is 409 with " +
  "the saved text, and nothing is written.";

export const REFERRAL_CALLS = operations("Referral forms", {
  readReferralForm: {
    call: "GET /api/referral-forms/booking/{bookingId}",
    summary: "Read a booking's referral form",
    description:
      "`null` while nothing was saved. Sections of an assessment that was taken out are left out; they come back with it.",
    access: "booking",
    answers: { 200: ReferralForm.nullable() },
  },
  createReferralForm: {
    call: "POST /api/referral-forms",
    summary: "Create a booking's referral form",
    description: `A booking has one form: where there is one it is updated, and its id is answered. ${merging}`,
    access: "booking",
    body: NewReferralForm,
    requiredKeys: ["bookingId"],
    answers: { 201: ReferralForm, 200: ReferralForm },
    refusals: [409],
  },
  updateReferralForm: {
    call: "PATCH /api/referral-forms/{formId}",
    summary: "Change a referral form",
    description: merging,
    access: "booking",
    body: ReferralFormBody,
    answers: { 200: ReferralForm },
    refusals: [409],
  },
});

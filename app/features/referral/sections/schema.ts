import { z } from "zod";
import { answersSchema } from "#app/kit/sections/schema.ts";
import { SECTION_KEYS, sectionFields, type SectionAnswers, type SectionKey } from "./sections.ts";

/** Referral answers as they arrive, complete or not; `problems.ts` holds what Submit asks beyond that. */

/** The schema of each section: any of its fields, each of its own type. */
export const SECTION_ANSWERS = Object.fromEntries(
  SECTION_KEYS.map((key) => [key, answersSchema(sectionFields(key))]),
) as Record<SectionKey, ReturnType<typeof answersSchema>>;

const version = z.int({ error: "The version must be a whole number." }).min(0).optional();

/** In the API: the answers of each section, and optionally the version on which they are based. */
export const ReferralFormBody = z.object(
  Object.fromEntries(
    SECTION_KEYS.map((key) => [
      key,
      SECTION_ANSWERS[key]
        .extend({ version })
        .nullish()
        .transform((value) => value ?? undefined),
    ]),
  ),
) as unknown as z.ZodType<{ [K in SectionKey]?: Partial<SectionAnswers<K>> & { version?: number } }>;

import { z } from "zod";
import { isIsoDate } from "#app/platform/dates.ts";
import { CONTACT_OUTCOME_KEYS } from "#app/features/booking/contact-outcomes.ts";

const NOTE_LIMIT = 500;

/** `today` is the day in London. */
export function contactSchema(today: string) {
  return z
    .object({
      outcome: z.enum(CONTACT_OUTCOME_KEYS, { error: "Please choose how it went." }),
      nextDay: z
        .string()
        .trim()
        .optional()
        .transform((day) => day || null)
        .refine((day) => day === null || isIsoDate(day), "Please enter a date that exists.")
        .refine(
          (day) => day === null || !isIsoDate(day) || day >= today,
          "Please enter today or a later day.",
        ),
      note: z.string().trim().max(NOTE_LIMIT, `Please keep this to ${NOTE_LIMIT} characters.`).default(""),
    })
    .refine(({ outcome, nextDay }) => outcome !== "waiting" || nextDay !== null, {
      path: ["nextDay"],
      message: "Please enter the day until which you wait.",
    });
}

export const OwnerSchema = z.object({ owner: z.string().max(64).default("") });

import { z } from "zod";
import { BOOKING_STATUSES } from "#app/features/booking/fields/status.ts";
import { isIsoDate } from "#app/platform/dates.ts";
import { CONTACT_OUTCOME_KEYS } from "#app/features/booking/fields/contact-outcomes.ts";

const text = (limit: number) =>
  z.string().trim().max(limit, `Please keep this to ${limit} characters.`).default("");

const ticked = z.literal("on").optional().catch(undefined);

export const StatusSchema = z.object({
  status: z.enum(BOOKING_STATUSES, { error: "Please choose a status." }),
  version: z.coerce.number().int().catch(0),
  reason: text(500),
  note: text(1_000),
  notify: ticked,
  dateAccepted: ticked,
  endVisit: ticked,
  startRequested: ticked,
});

export type StatusChange = z.output<typeof StatusSchema>;

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
      note: text(500),
    })
    .refine(({ outcome, nextDay }) => outcome !== "waiting" || nextDay !== null, {
      path: ["nextDay"],
      message: "Please enter the day until which you wait.",
    });
}

/** An answer to the request `asked` in the `version` on screen. `note` is for the referrer. */
export const RequestAnswerSchema = z.object({
  asked: z.string().max(64).default(""),
  version: z.coerce.number().int().catch(1),
  note: text(1_000),
  startRequested: ticked,
});

/** `owner` is an id, empty for nobody. */
export const OwnerSchema = z.object({
  owner: z.string().max(64).default(""),
  version: z.coerce.number().int().optional().catch(undefined),
});

import { z } from "zod";
import { checkEmail } from "#app/features/contact-details/email.ts";

const MAX_CHARACTERS = 8_000;
const NO_EMAIL = "Enter an email address such as name@example.org, so that we can answer.";

export const ComplaintSchema = z.object({
  name: z
    .string({ error: "Enter your name." })
    .trim()
    .min(1, "Enter your name.")
    .max(200, "Use at most 200 characters."),
  email: z
    .string({ error: NO_EMAIL })
    .trim()
    .refine((email) => checkEmail(email, { isTypoAllowed: true }) === null, NO_EMAIL),
  bookingReference: z.string().trim().max(40, "Use at most 40 characters.").optional(),
  complaint: z
    .string({ error: "Tell us what went wrong." })
    .trim()
    .min(1, "Tell us what went wrong.")
    .max(MAX_CHARACTERS, `Use at most ${MAX_CHARACTERS} characters.`),
});

export type ComplaintDetails = z.infer<typeof ComplaintSchema>;

export const ComplaintMoveSchema = z.object({ state: z.enum(["acknowledged", "answered"]) });

/** Data (Use and Access) Act 2025, section 103. */
export const ACKNOWLEDGE_WITHIN_DAYS = 30;

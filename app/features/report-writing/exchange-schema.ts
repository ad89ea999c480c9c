import { z } from "zod";
import { readTime } from "#app/features/assessors/hours.ts";
import { MAX_EXCHANGE_LENGTH, SPEAKERS, type Speaker } from "./exchange.ts";

const speakers = Object.keys(SPEAKERS) as Speaker[];
const NO_WORDS = "Write what was said, or what you saw.";

/** An exchange as it is typed. */
export const ExchangeSchema = z.object({
  speaker: z.enum(speakers, { error: "Choose who spoke." }),
  text: z
    .string({ error: NO_WORDS })
    .trim()
    .min(1, NO_WORDS)
    .max(
      MAX_EXCHANGE_LENGTH,
      `Please keep it to ${MAX_EXCHANGE_LENGTH.toLocaleString("en-GB")} characters, or make two of it.`,
    ),
  at: z
    .string()
    .transform((typed) => readTime(typed) ?? typed.trim())
    .refine((time) => time === "" || readTime(time) !== null, { error: "Enter a time such as 10:05." })
    .default(""),
});

export type TypedExchange = z.output<typeof ExchangeSchema>;

/** A change of an exchange, based on the version that the page showed. */
export const ExchangeChangeSchema = ExchangeSchema.extend({
  exchangeId: z.string(),
  version: z.coerce.number().int().catch(0),
});

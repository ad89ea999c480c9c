import { z } from "zod";
import { addDays, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { LETTER_WAYS, type LetterWay } from "#app/features/visits/record/letter-ways.ts";

export const ALL_WAYS = Object.keys(LETTER_WAYS) as [LetterWay, ...LetterWay[]];
const MAX_DAYS_BACK = 366;

/** `today` is the day in London. */
export const letterGivenSchema = (today: IsoDate, ways: readonly [LetterWay, ...LetterWay[]] = ALL_WAYS) =>
  z.object({
    way: z.enum(ways, { error: "Choose how the letter is given." }),
    givenOn: z
      .string({ error: "Enter the day." })
      .trim()
      .refine(isIsoDate, { error: "Enter a date that exists.", abort: true })
      .refine((day) => day <= today, "Enter today or an earlier day.")
      .refine((day) => day >= addDays(today, -MAX_DAYS_BACK), "Enter a day within the last year."),
    notify: z.literal("on").optional().catch(undefined),
  });

export type LetterGivenForm = { way: LetterWay; givenOn: IsoDate; notify?: "on" | undefined };

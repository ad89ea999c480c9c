import { z } from "zod";
import { CENTURY_AHEAD, dayProblem } from "#app/features/booking/fields/calendar.ts";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { multilineText, text } from "#app/features/booking/fields/form-values.ts";
import { readDate } from "#app/forms/date-parts.ts";
import type { IsoDate } from "#app/platform/dates.ts";

const note = multilineText("The note", 500);

const day = text("The date", 40);

/** Another date that a referrer asks for. `today` is London's; a weekend is valid, because staff decide. */
export const dateRequest = (today: IsoDate) =>
  z
    .object({
      preferredDate: day,
      "preferredDate-day": day,
      "preferredDate-month": day,
      "preferredDate-year": day,
      note,
    })
    .transform((values, context) => {
      const wanted = readDate(values, "preferredDate", CENTURY_AHEAD) ?? "";
      const rule = { today, allowWeekends: true, bankHolidays: BANK_HOLIDAYS };
      const problem = wanted === "" ? "Please enter the date that would suit you." : dayProblem(wanted, rule);
      if (problem) context.addIssue({ code: "custom", path: ["preferredDate"], message: problem });
      return { day: wanted, note: values.note };
    });

export type DateRequest = { preferredDate: string; note: string };

export const CancelRequest = z.object({ note });

import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { faultOfAddress, toHttps } from "#app/integrations/calendar-feed/fetch-calendar.server.ts";
import { removeBusyFeed, saveBusyFeed } from "./busy-times.server.ts";

type Posted = Sent & { deps: Deps; by: ActedByRequest; userId: string };

const form = formOf<Posted, Refused<"not-found">>();

const schemaOf = (privateOrigins: readonly string[]) =>
  z.object({
    feedAddress: z
      .string({ error: "Enter the address of your calendar" })
      .transform(toHttps)
      .superRefine((address, context) => {
        const fault = faultOfAddress(address, privateOrigins);
        if (fault !== null) context.addIssue({ code: "custom", message: `Enter an address ${fault}` });
      }),
  });

/** The forms of an assessor's own calendar, for a page's `answerForms`. */
export const busyForms = {
  "look-at": form({
    schema: ({ deps }) => schemaOf(deps.env.CALENDAR_PRIVATE_ORIGINS),
    change: ({ deps, by, userId }, { feedAddress }) =>
      saveBusyFeed(deps, { ...by, userId, url: feedAddress }),
    said: "The calendar is looked at from now on. It is read within a minute.",
  }),
  "stop-looking": form({
    change: ({ deps, by, userId }) => removeBusyFeed(deps, { ...by, userId }),
    said: "The calendar is no longer looked at. What it said is deleted.",
  }),
};

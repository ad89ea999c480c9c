import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import { data, type ActionFunctionArgs } from "react-router";
import { z } from "zod";
import {
  openBooking,
  postedOwn,
  type PostedOwn,
} from "#app/features/after-booking/pages/booking-page.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import {
  keepAgreed,
  readEarlier,
  takeEarlier,
  type EarlierProblem,
} from "#app/features/visits/agree/earlier-times.server.ts";
import { agreedVisitOf, assessorsInWords } from "#app/features/visits/record/agreed-visit.server.ts";
import { visitInWords } from "#app/features/visits/record/agreed-visit.ts";
import { whenOf } from "#app/features/visits/record/visit-times.ts";
import { answerForms, formOf } from "#app/forms/answer-forms.server.ts";

const GONE = "This earlier time has gone.";
const NOTHING = "There is no earlier time to answer about now.";

/** Reads the page about an earlier time. Throws as `requireBooking`. */
export async function openEarlierPage(args: BookingPageArgs) {
  const { deps, row, booking, headers } = await openBooking(args);
  const visit = isToCome(row.status) ? await agreedVisitOf(deps, row.id) : null;
  const agreed = visit ? visitInWords(visit) : null;
  const earlier = agreed === null ? null : await readEarlier(deps, row);
  const isGone = earlier?.state === "open" && !earlier.plan;
  const page = {
    id: row.id,
    reference: booking.bookingReference,
    agreed,
    sentence: earlier?.plan ? "" : isGone ? GONE : NOTHING,
  };
  if (!earlier?.plan) return data({ ...page, askId: "", when: "", who: "" }, { headers });
  const { askId, assessorId, plan } = earlier;
  const who = (await assessorsInWords(deps, [assessorId])).get(assessorId) ?? "";
  return data({ ...page, askId, who, when: whenOf(plan) }, { headers });
}

const askId = z.string().max(64);

const form = formOf<PostedOwn, EarlierProblem>();

const answer = answerForms(
  {
    take: form({
      schema: z.object({ askId }),
      change: ({ scope, by, booking }, typed) =>
        takeEarlier(scope.deps, { ...by, bookingId: booking.id, ...typed }),
      done: "earlier-taken",
    }),
    keep: form({
      schema: z.object({ askId, isLast: z.literal("on").optional() }),
      change: ({ scope, by, booking }, { askId: id, isLast }) =>
        keepAgreed(scope.deps, { ...by, bookingId: booking.id, askId: id, isLast: isLast === "on" }),
      done: "earlier-kept",
    }),
  },
  {
    words: {
      ...KEPT_WORDS,
      gone: { summary: `${GONE} The agreed time stays.`, status: 409 },
      ended: NOTHING,
    },
    otherwise: "take",
    formId: () => "earlier-form",
    isRaw: true,
  },
);

/** Answers that page: moves the visit to the earlier time, or notes that the agreed one stays. */
export const answerEarlierPage = async (asked: ActionFunctionArgs & BookingPageArgs) =>
  answer(await postedOwn(asked));

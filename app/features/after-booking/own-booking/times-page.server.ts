import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { formatHours } from "#app/features/visits/record/visit-times.ts";
import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import { data, type ActionFunctionArgs } from "react-router";
import { z } from "zod";
import {
  openBooking,
  postedOwn,
  type PostedOwn,
} from "#app/features/after-booking/pages/booking-page.server.ts";
import { multilineText } from "#app/features/booking/fields/form-values.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import {
  chooseTime,
  refuseTimes,
  stillFree,
  type ChoiceProblem,
} from "#app/features/visits/agree/offer-times.server.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { agreedVisitOf, assessorsInWords } from "#app/features/visits/record/agreed-visit.server.ts";
import { visitInWords } from "#app/features/visits/record/agreed-visit.ts";
import { assessorOf, isOfferOpen, offersOfBooking } from "#app/features/visits/record/offers.server.ts";
import {
  chooseFreeTime,
  isBeingAsked,
  isFreeTimeKey,
  mayChooseFreely,
  readFreeTimes,
} from "./free-times.server.ts";
import { answerForms, atField, formOf } from "#app/forms/answer-forms.server.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";

const TOO_MANY = "There have been many requests from your connection. Please try again later, or call us.";

/** Why there is nothing to choose, in words. */
const NOTHING = {
  none: "You told us that none of the times suits. We will call you.",
  passed: "These times have passed. We will call you.",
  gone: "These times have gone. We will call you.",
  asked: "We have asked the assessor whether they can come, and email you.",
  free: "No time is free now that we can show here. We will be in touch.",
  ended: "There are no times to choose from now. We will be in touch.",
};

const shownTime = (
  id: string,
  time: Pick<VisitPlan, "day" | "start" | "minutes" | "mode">,
  ...who: string[]
) => ({
  id,
  label: `${formatLongDate(time.day)}, ${formatHours(time)}`,
  about: [`${time.minutes} minutes`, MODES[time.mode].toLowerCase(), ...who],
});

/** Reads the page on which a referrer chooses among the offered times. Throws as `requireBooking`. */
export async function openTimesPage(args: BookingPageArgs) {
  const { deps, row, booking, headers } = await openBooking(args);
  const page = { id: row.id, reference: booking.bookingReference, isOpen: isToCome(row.status) };
  const says = (sentence: string, status = 200) =>
    data({ ...page, sentence, times: [], until: "" }, { headers, status });
  const visit = page.isOpen ? await agreedVisitOf(deps, row.id) : null;
  if (visit) return says(`The visit is agreed for ${visitInWords(visit)}.`);
  const [offer] = page.isOpen ? await offersOfBooking(deps, row.id) : [];
  if (page.isOpen && (!offer || offer.state === "closed")) {
    if (await isBeingAsked(deps, row.id)) return says(NOTHING.asked);
    if (!(await mayChooseFreely(deps, row))) return says(NOTHING.ended);
    const verdict = await hitRateLimit(deps, RATE_LIMITS.freeTimes, row.id);
    if (!verdict.isAllowed) return says(TOO_MANY, 429);
    const own = (await readFreeTimes(deps, row)) ?? [];
    if (own.length === 0) return says(NOTHING.free);
    const times = own.map((time) => shownTime(time.key, time));
    return data({ ...page, sentence: "", times, until: "" }, { headers });
  }
  if (!offer || offer.state === "closed" || offer.state === "chosen") return says(NOTHING.ended);
  if (offer.state === "none") return says(NOTHING.none);
  const isGone = offer.state === "expired" && offer.until > deps.clock.now().toISOString();
  if (isGone) return says(NOTHING.gone);
  if (!isOfferOpen(offer, deps.clock.now())) return says(NOTHING.passed);
  const free = await stillFree(deps, row, offer.times);
  if (free.length === 0) return says(NOTHING.gone);
  const names = await assessorsInWords(deps, free.map(assessorOf));
  const times = free.map((time) => shownTime(time.id, time, `with ${names.get(assessorOf(time))}`));
  return data({ ...page, sentence: "", times, until: formatInstant(offer.until) }, { headers });
}

const CHOOSE = "Choose one of these times.";
const ChooseSchema = z.object({ time: z.string({ error: CHOOSE }).min(1, CHOOSE).max(64, CHOOSE) });
const NoneSchema = z.object({ note: multilineText("The note", 500) });

const form = formOf<PostedOwn, ChoiceProblem | Refused<"too-many">>();

const answer = answerForms(
  {
    choose: form({
      schema: ChooseSchema,
      summary: CHOOSE,
      change: ({ scope: { deps }, by, booking: { id: bookingId } }, { time }) =>
        isFreeTimeKey(time)
          ? chooseFreeTime(deps, { ...by, bookingId, key: time })
          : chooseTime(deps, { ...by, bookingId, timeId: time }),
      done: "time-chosen",
    }),
    none: form({
      schema: NoneSchema,
      change: ({ scope, by, booking }, { note }) =>
        refuseTimes(scope.deps, { ...by, bookingId: booking.id, note }),
      done: "no-time",
    }),
  },
  {
    words: {
      ...KEPT_WORDS,
      closed: "This booking is no longer open, so nothing was agreed. Please call us.",
      passed: NOTHING.passed,
      ended: NOTHING.ended,
      gone: { ...atField("time", "This time has just gone. Choose another."), status: 409 },
      agreed: ({ when }) => `The visit is agreed for ${when}.`,
      "too-many": { summary: TOO_MANY, status: 429 },
    },
    async guard({ scope: { deps, clientAddress } }) {
      const verdict = await hitRateLimit(deps, RATE_LIMITS.bookingRequest, clientAddress);
      if (!verdict.isAllowed) return refused("too-many");
    },
    otherwise: "choose",
    formId: () => "times-form",
    isRaw: true,
  },
);

/** Answers that page: agrees the visit at the time that was chosen, or notes that none suits. */
export const answerTimesPage = async (asked: ActionFunctionArgs & BookingPageArgs) =>
  answer(await postedOwn(asked));

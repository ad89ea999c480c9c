import { redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { findStaff } from "#app/features/accounts/session/queries.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { logContactInside } from "#app/features/booking/record/contacts.server.ts";
import { updateBooking, updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import { closeQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import { withdrawOffer } from "#app/features/visits/agree/offer-times.server.ts";
import { notYetWords } from "#app/features/visits/plan/in-the-way.ts";
import { changedSince, savedSince } from "#app/forms/changed-since.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { londonDate } from "#app/platform/dates.ts";
import { contactSchema, OwnerSchema, RequestAnswerSchema, StatusSchema } from "./booking-forms.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { answerRequest, type RequestRefused } from "./answer-request.server.ts";
import { acceptDifference, acceptDueDay } from "#app/features/billing/accept-difference.server.ts";
import { readInvoiceNow } from "#app/features/billing/read-invoices.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { changeStatus, STATUS_WORDS, type StatusRefused } from "./change-status.server.ts";

const NOT_GIVEN = "The owner was not changed.";
const NOT_STAFF = "This account can no longer look after bookings. Please choose somebody else.";

type Change = { deps: Deps; by: SignedInRequest["by"]; bookingId: string };
type Posted = Sent & Change;

type Refusal =
  | RequestRefused
  | Refused<"not-staff" | "changed">
  /** `message`: why Xero did not answer. */
  | { ok: false; problem: "not-read"; message: string };

const form = formOf<Posted, Refusal>();
const isNext = ({ form }: Posted, next: string) => form.get("next") === next;
const isKind = (form: FormData) => (form.get("kind") === "cancel" ? "cancel" : "date");

function changeTo({ deps, by, bookingId }: Posted, typed: z.output<typeof StatusSchema>) {
  const { notify, dateAccepted, endVisit, startRequested, ...change } = typed;
  return changeStatus(deps, {
    bookingId,
    ...by,
    ...change,
    isReferrerTold: notify === "on",
    isDateAccepted: dateAccepted === "on",
    isVisitEnded: endVisit === "on",
    isStartRequested: startRequested === "on",
  });
}

const status = form({
  schema: StatusSchema,
  summary: "The status was not changed.",
  change: changeTo,
  said: "The status was changed.",
  done: "status",
  to: (posted) => (isNext(posted, "dashboard") ? "/admin/dashboard" : posted.page),
  formId: "status-form",
});

const request = form({
  schema: RequestAnswerSchema,
  summary: "The request was not answered.",
  change: ({ deps, by, bookingId, form: posted }, { asked, version, note, startRequested }) =>
    answerRequest(deps, {
      ...by,
      bookingId,
      note,
      asked: { id: asked, version },
      isAccepted: intentOf(posted) === "request-accept",
      isStartRequested: startRequested === "on",
    }),
  said: { "request-date": "The request was answered.", "request-cancel": "The request was answered." },
  done: ({ form: posted }) => `request-${isKind(posted)}`,
  formId: (posted) => `request-${isKind(posted)}-form`,
  words: {
    "changed-since": ({ now }) =>
      `The referrer changed this request since this page was shown, so nothing was changed. They ask for ${now} now. Please check it, then press the button again.`,
    "early-start": (refused) => {
      const summary = notYetWords(refused);
      return { summary, errors: { startRequested: [summary] } };
    },
    "date-requested": notYetWords,
  },
});

/** Shows the page anew, where something else is true by now. */
const anew = (_: unknown, { page }: Posted): never => {
  throw redirect(page);
};
const ANEW = { changed: anew, restricted: anew, erased: anew };

const answer = answerForms(
  {
    status,
    confirm: status,
    // The form of the page "Cancel booking".
    cancel: form({
      schema: StatusSchema.omit({ status: true }),
      summary: "The booking was not cancelled.",
      change: (posted, change) => changeTo(posted, { ...change, status: "cancelled" }),
      done: "status",
    }),
    contact: form({
      schema: ({ deps }) => contactSchema(londonDate(deps.clock.now())),
      summary: "The contact was not logged.",
      change: (posted, contact) => logContact(posted, contact),
      said: { contact: "The contact was logged." },
      done: (posted) => (isNext(posted, "visit") ? null : "contact"),
      to: (posted) => (isNext(posted, "visit") ? `${posted.page}/visit` : posted.page),
    }),
    owner: form({
      schema: OwnerSchema,
      summary: NOT_GIVEN,
      change: (posted, { owner, version }) => assignOwner(posted, owner || null, version),
      said: "The owner was changed.",
      words: {
        "changed-since": ({ now = "nobody" }) => ({
          summary: changedSince("Somebody else changed this booking"),
          errors: { owner: savedSince(now) },
        }),
      },
    }),
    "request-accept": request,
    "request-decline": request,
    "request-stay": form({ change: async () => DONE }),
    "close-question": form({
      schema: z.object({ questionId: z.string().default("") }),
      change: ({ deps, by, bookingId }, { questionId }) =>
        closeQuestion(deps, { ...by, bookingId, questionId }),
      said: "The question was withdrawn.",
      done: "question",
      formId: "status-form",
      words: { "not-found": null },
    }),
    "withdraw-offer": form({
      change: ({ deps, by, bookingId }) => withdrawOffer(deps, { ...by, bookingId }),
      said: "The offered times are settled.",
      done: "times-withdrawn",
      formId: "status-form",
      words: { "not-found": null },
    }),
    // Unless they changed again since the page was read.
    "billing-changed": form({
      schema: z.object({ since: z.string().default("") }),
      change: ({ deps, by, bookingId }, { since }) => endBillingTask(deps, by, bookingId, since),
      said: "The invoice has the billing details now.",
      words: ANEW,
    }),
    "accept-difference": form({
      schema: z.object({ wantedPence: z.coerce.number(), standingPence: z.coerce.number() }),
      change: ({ deps, by, bookingId }, seen) => acceptDifference(deps, by, bookingId, seen),
      said: "The invoice counts as right as it is.",
      done: "difference",
      words: ANEW,
    }),
    "accept-due-day": form({
      schema: z.object({ day: z.string(), wantedOn: z.string() }),
      change: ({ deps, by, bookingId }, seen) => acceptDueDay(deps, by, bookingId, seen),
      said: "The invoice counts as right as it is.",
      done: "difference",
      words: ANEW,
    }),
    "read-invoice": form({
      change: async ({ deps, bookingId }) => {
        try {
          await readInvoiceNow(deps, bookingId);
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error;
          return { ok: false, problem: "not-read", message: error.message };
        }
      },
      said: "This is what Xero says now.",
      done: "invoice",
      formId: "invoice-form",
    }),
  },
  {
    words: {
      ...STATUS_WORDS,
      answered: "This request was answered or taken back since this page was shown. Nothing was changed.",
      "visit-first": ({ when }) =>
        `A visit is agreed for ${when}. Please move the visit first, then accept the request.`,
      "not-staff": atField("owner", NOT_GIVEN, NOT_STAFF),
      "not-read": ({ message }) => `${message} This page shows what it said before.`,
      changed: anew,
    },
    otherwise: "status",
    also: {
      edited: "Your changes were saved.",
      taken: "The booking was made.",
      "taken-visit": "The booking was made and the visit agreed.",
      concern: "The concern was recorded, and those who look after safeguarding are told.",
      unchanged: "Nothing was different, so nothing was saved.",
      "visit-agreed": "The visit was agreed.",
      "visit-entered": "The visit was entered, and its assessor is asked for the outcome.",
      "visit-moved": "The visit was moved.",
      "visit-reassigned": "The visit was given to another assessor.",
      "visit-cancelled": "The visit was cancelled.",
      "visit-not-held": "It was recorded that the visit did not take place.",
      "visit-asked": "The assessors were asked.",
      "times-offered": "The times were offered. The referrer chooses by email.",
      "dealt-with": "The unsafe visit is marked as dealt with.",
      settled: "The visit stays as it is.",
      address: "The visit has the new address, and its assessor is told.",
      "note-read": "The note is marked as read.",
      "late-told": "The referrer is told by email that the assessor is late.",
      letter: "The letter was recorded.",
      link: "A fresh link is on its way to the referrer.",
      "link-replaced": "A fresh link is on its way to the referrer. Earlier links no longer work.",
    },
  },
);

export const saidOnBookingPage = answer.said;

/** Answers the form that `intent` names; without one, the change of status. Throws redirects and the not-found page. */
export async function answerBookingPage(posted: Omit<Posted, "page">) {
  const { form, bookingId } = posted;
  if (intentOf(form) === "confirm") form.set("status", "confirmed");
  // The visit is agreed with somebody who was reached.
  if (form.get("next") === "visit" && !form.get("outcome")) form.set("outcome", "spoke");
  return answer({ ...posted, page: `/admin/bookings/${bookingId}` });
}

/** Ends the task to put billing details onto an invoice. `since`: when they changed, as the page showed it. */
function endBillingTask(deps: Deps, by: Change["by"], bookingId: string, shownSince: string) {
  return changeBooking(deps, { bookingId, by, whenErased: true }, async (inside, booking) => {
    const since = booking.billing_to_change_since;
    if (since === null) return DONE;
    if (since !== shownSince) return refused("changed");
    await updateStaffFields(inside.db, inside, bookingId, { billing_to_change_since: null });
    await recordAudit(inside, by, "invoice.billing-changed", ["booking", bookingId]);
    return DONE;
  });
}

type Contact = z.output<ReturnType<typeof contactSchema>>;

/** Records a contact. The next is due on the next day set, or tomorrow after an unanswered call. */
export async function logContact({ deps, by, bookingId }: Change, contact: Contact) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    await logContactInside(inside, booking, by, contact);
    return DONE;
  });
}

type Assigned = { ok: true } | StatusRefused | Refused<"not-staff">;

/** Gives a booking to a member of staff, or to nobody (`ownerId` null), unless it changed since `version`. */
async function assignOwner(
  { deps, by, bookingId }: Change,
  ownerId: string | null,
  version: number | undefined,
): Promise<Assigned> {
  const staff = await findStaff(deps);
  const owner = ownerId === null ? null : staff.find(({ id }) => id === ownerId);
  if (owner === undefined) return refused("not-staff");
  const asked = { bookingId, by, whenErased: true as const };
  return changeBooking(deps, asked, async (inside, booking): Promise<Assigned> => {
    if (booking.owner_id === ownerId) return DONE;
    if (version !== undefined && booking.version !== version) {
      const saved = staff.find(({ id }) => id === booking.owner_id)?.name ?? "somebody else";
      return { ok: false, problem: "changed-since", ...(booking.owner_id !== null && { now: saved }) };
    }
    await updateBooking(inside.db, inside, booking, { owner_id: ownerId });
    await recordAudit(inside, by, "booking.owner-changed", ["booking", booking.id], {
      changedFields: ["owner"],
      note: owner ? `Now with ${owner.name}` : "Now with nobody",
    });
    return DONE;
  });
}

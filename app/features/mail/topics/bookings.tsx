import type { IsoDate } from "#app/platform/dates.ts";
import type { BookingMailFiles, OtherMailFiles } from "#app/features/mail/mail-file.ts";
import { FOLLOW_UP_ANSWERS } from "#app/features/follow-ups/follow-up-words.ts";
import { Paragraph } from "#app/features/mail/templates/parts.tsx";
import { isToCome, statusLabel } from "#app/features/booking/fields/status.ts";
import {
  link,
  forms,
  rights,
  text,
  facts,
  confirmedDay,
  noteParagraphs,
  list,
  consequences,
  paragraphs,
  quietLink,
  bookingFacts,
} from "#app/features/mail/texts/slot-parts.tsx";
import {
  next,
  WHAT_HELPS_NEXT,
  STATUS_WORDS,
  cancelledByRight,
  endedWords,
  changeInWords,
  payBackWords,
} from "#app/features/mail/texts/booking-words.ts";
import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { reasonAgainstFollowUpMail } from "#app/features/follow-ups/follow-ups.server.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** `note` is what staff wrote to the referrer, `ended` what the referrer had asked for and can have no more,
     * `cancelledVisit` the visit that ended with it, in words. */
    "status-changed": {
      status: "pending" | "confirmed" | "completed" | "cancelled";
      note?: string;
      ended?: { kind: "date" | "cancel"; day: IsoDate | null }[];
      /** The referrer used the right to cancel. */
      isByRight?: true;
      cancelledVisit?: string;
    };
    "booking-changed": { changes: MailedChange[] };
    /** A referrer's request that staff decline; `note` is what they wrote. */
    "request-declined": { kind: "date" | "cancel"; day: IsoDate | null; note: string };
    /** Sent only while the reminder still has that day. */
    "look-again": { followUpId: string; remindOn: IsoDate };
    "access-link": Record<never, never>;
    /** To the referrer, whose file was deleted after its upload. */
    "virus-found": Record<never, never>;
    "company-notice": Record<never, never>;
    /** To the practice: a private person used the right to cancel. What was paid is to be paid back by that day. */
    "cancelled-notice": { payBackBy: IsoDate };
    /** To the practice. `isChanged` when the referrer changed what they had asked for. */
    "request-notice": { kind: "date" | "cancel"; day: IsoDate | null; isChanged?: true };
    /** To the address that a referrer replaced. */
    "address-replaced": Record<never, never>;
    /** To the practice. */
    "virus-notice": Leads;
    /** To the assessor who sent the file and must still have a visit of the booking. */
    "assessor-virus-found": { assessorId: string; page: "report" | "documents" | "expenses" };
  }
  interface OtherMails {
    "booking-link": Leads & { assessmentNames: string[] };
  }
}

export const toReferrer: BookingMailFiles = {
  "booking-confirmation": {
    label: "Booking confirmation",
    listed: 1,
    subject: "We have your booking {reference}",
    body: [
      "{thanks}",
      "We have your booking. {next}",
      "{details}",
      "{link}",
      "{payment}",
      "{referral}",
      "{rights}",
      "These links open your booking without a password, so please do not forward this email.",
    ],
    preview: ({ booking }) => `Thank you. ${next(booking)}`,
    slots: ({ booking, site }) => ({
      rights: rights(booking, site),
      link: link(booking.links.confirmation, "See your booking confirmation"),
      referral: isToCome(booking.status)
        ? {
            part: (
              <>
                <Paragraph>{WHAT_HELPS_NEXT}</Paragraph>
                {forms(booking).part}
              </>
            ),
          }
        : undefined,
    }),
  },
  "status-changed": {
    label: "Status change",
    listed: 3,
    subject: "Your booking {reference}: {status}",
    body: ["{greeting}", "{statusText}", "{details}", "{note}", "{link}", "{calendar}"],
    preview: ({ payload }) =>
      payload.isByRight ? "You have cancelled. This took effect at once." : STATUS_WORDS[payload.status],
    slots: ({ booking, payload: { status, note = "", ended = [], cancelledVisit, isByRight } }) => ({
      status: text(statusLabel(status)),
      statusText: text(
        [
          isByRight ? cancelledByRight(booking) : STATUS_WORDS[status],
          ...(cancelledVisit ? [`The visit on ${cancelledVisit} does not take place.`] : []),
          ...endedWords(ended),
        ].join(" "),
      ),
      note: noteParagraphs(note),
      details: facts(
        ["Booking reference", booking.reference],
        ["Status", statusLabel(status)],
        ...(status === "confirmed" ? confirmedDay(booking) : []),
      ),
    }),
    demo: { status: "confirmed", note: "We look forward to meeting you." },
    reasonNotToSend: ({ booking, payload }) =>
      Promise.resolve(payload.status === booking.status ? null : "status-changed-again"),
  },
  "booking-changed": {
    label: "Booking changed",
    listed: 4,
    subject: "Your booking {reference} was changed",
    body: [
      "{greeting}",
      "We have changed your booking {reference}:",
      "{changes}",
      "{link}",
      "{calendar}",
      "If you did not expect this, please call us.",
    ],
    preview: ({ payload, booking }) => changeInWords(payload.changes[0]!, booking),
    slots: (input) => ({
      changes: list(input.payload.changes.map((change) => changeInWords(change, input.booking))),
      consequences: { part: consequences(input) },
    }),
    demo: { changes: [{ what: "date", from: "2027-04-01", to: "2027-04-08" }] },
  },
  "request-declined": {
    label: "Request declined",
    listed: 5,
    subject: "Your request about booking {reference}",
    body: [
      "{greeting}",
      "{request}",
      "{note}",
      "{link}",
      "If you would like to talk about it, please call us.",
    ],
    preview: ({ payload }) => `You asked for ${requestWords(payload)}.`,
    slots: ({ payload: { kind, day, note } }) => ({
      request: paragraphs([`You asked for ${requestWords({ kind, day })}. We are sorry: we cannot do that.`]),
      note: noteParagraphs(note),
    }),
    demo: { kind: "date", day: "2027-04-08", note: "The assessor is away that week." },
  },
  "look-again": {
    label: "Reminder that the referrer asked for",
    listed: 27.5,
    subject: "Reminder: booking {reference}",
    body: [
      "{greeting}",
      "You asked us to remind you about booking {reference}.",
      "{again}",
      "{notNeeded}",
      "{later}",
      "If you do nothing, we do not write again about it.",
    ],
    preview: "You asked us to remind you.",
    slots: ({ address, booking }) => ({
      again: link(booking.links.again, "Book again"),
      notNeeded: quietLink(`${address}&choose=not-needed`, FOLLOW_UP_ANSWERS["not-needed"]),
      later: quietLink(`${address}&choose=later`, FOLLOW_UP_ANSWERS.later),
    }),
    demo: { remindOn: "2027-06-01" },
    reasonNotToSend: ({ deps, booking, payload }) => reasonAgainstFollowUpMail(deps, booking, payload),
  },
  "access-link": {
    label: "Link to a booking",
    isUrgent: true,
    listed: 36,
    subject: "Your link to booking {reference}",
    body: [
      "{greeting}",
      "Here is your link to booking {reference}.",
      "{link}",
      "{referral}",
      "These links open your booking without a password, so please do not forward this email.",
    ],
    preview: "A new link to your booking. Older links may no longer work.",
  },
  "virus-found": {
    label: "File with a virus",
    listed: 54,
    subject: "A file had a virus: booking {reference}",
    body: [
      "{greeting}",
      "A file that you sent us for booking {reference} contained a virus. Our virus check found it after you sent the file, and we deleted the file.",
      "Please have your computer checked, and send the document again from a clean one.",
      "{link}",
      "If you need help, please call us: {phone}.",
    ],
    preview: "Please send it again from another computer.",
    slots: ({ booking }) => ({ link: link(booking.links.documents, "See your documents") }),
  },
};

export const toOthers: BookingMailFiles = {
  "company-notice": {
    label: "Notice of a new booking",
    ignoresRestriction: true,
    listed: 2,
    subject: "New booking {reference}",
    body: ["New booking", "{details}", "{link}", "{promise}"],
    preview: ({ booking: { status } }) =>
      status === "pending"
        ? "A new booking waits for its date to be confirmed."
        : `A booking was made. It is now ${statusLabel(status)}.`,
    slots: ({ booking }) => ({
      link: link(booking.links.staff, "Open the booking"),
      promise: text(
        booking.status === "pending" && booking.awaits_contact_since !== null
          ? `The referrer was promised an answer within ${promiseText()}.`
          : "",
      ),
      details: facts(...bookingFacts(booking), ["Payment", booking.payment]),
    }),
  },
  "cancelled-notice": {
    label: "Notice of a right to cancel used",
    ignoresRestriction: true,
    listed: 7,
    subject: "Booking {reference} was cancelled",
    body: [
      "A referrer used the right to cancel",
      "The referrer of booking {reference} booked as a private person and has cancelled within 14 days. The booking is cancelled, and the visit with it: there is nothing to answer.",
      "{payback}",
      "{link}",
    ],
    preview: "There is nothing to answer.",
    slots: ({ booking, payload: { payBackBy } }) => ({
      payback: paragraphs([payBackWords(booking, payBackBy)]),
      link: link(booking.links.staff, "Open the booking"),
    }),
    demo: { payBackBy: "2027-03-24" },
  },
  "request-notice": {
    label: "Notice of a request",
    ignoresRestriction: true,
    listed: 6,
    subject: "Request about booking {reference}",
    body: ["A referrer has sent a request", "{request}", "{link}"],
    preview: ({ payload }) => `They ask for ${requestWords(payload)}.`,
    slots: ({ booking, payload }) => ({
      request: paragraphs([
        payload.isChanged
          ? `The referrer of booking ${booking.reference} changed a request, and asks for ${requestWords(payload)} now.`
          : `The referrer of booking ${booking.reference} asks for ${requestWords(payload)}.`,
      ]),
      link: link(booking.links.staff, "Answer the request"),
    }),
    demo: { kind: "date", day: "2027-04-08" },
  },
  "address-replaced": {
    label: "Email address replaced",
    listed: 8,
    subject: "The email address of booking {reference} was changed",
    body: [
      "The email address of a booking was changed",
      "Booking {reference} had this email address. Somebody with the link to the booking gave another one. We write to that one from now on. The links in our earlier emails end when the new address is used, and after 48 hours at the latest: until then, you can correct the address there.",
      "If you did not expect this, please call us at once: {phone}.",
    ],
    preview: "If you did not expect this, please call us.",
  },
  "virus-notice": {
    label: "To the office: file with a virus",
    ignoresRestriction: true,
    listed: 56,
    subject: "A file had a virus: booking {reference}",
    body: [
      "A file contained a virus",
      "The virus check found a virus in a file of booking {reference} after it was sent, and deleted the file. A referrer or an assessor who sent it gets an email, too. If somebody has opened the file before, please have their computer checked.",
      "{link}",
    ],
    preview: "The file was deleted.",
    button: "See the files",
  },
  "assessor-virus-found": {
    label: "To the assessor: file with a virus",
    listed: 55,
    subject: "A file had a virus: booking {reference}",
    body: [
      "A file that you sent contained a virus",
      "The virus check found a virus in a file that you sent for booking {reference}, and deleted the file.",
      "Please have your computer checked, and send the file again from a clean one. If the page does not take it yet, call the office: {phone}.",
      "{link}",
    ],
    preview: "Please send it again from another computer.",
    button: "See the files",
  },
};

export const others: OtherMailFiles = {
  "booking-link": {
    label: "Booking link",
    listed: 33,
    subject: "Your booking link from {company}",
    body: [
      "Your booking link",
      "We have prepared a booking for you. These assessments are already chosen:",
      "{assessments}",
      "{link}",
      "You can change the choice on the way. It takes a few minutes, and you need no account.",
    ],
    preview: "The assessments are already chosen. It takes a few minutes.",
    button: "Start your booking",
    slots: ({ payload }) => ({ assessments: list(payload.assessmentNames) }),
    demo: { assessmentNames: ["Capacity to Make a Will"] },
  },
};

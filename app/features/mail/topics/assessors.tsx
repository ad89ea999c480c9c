import type { EndingPaper } from "#app/features/assessors/papers.ts";
import type { BookingMailFiles, OtherMailFiles } from "#app/features/mail/mail-file.ts";
import { formatLongDate, formatInstant, formatMonth, type IsoDate } from "#app/platform/dates.ts";
import { isFeedOld } from "#app/features/assessors/busy/busy-times.server.ts";
import { reasonAgainstNotice } from "#app/features/assessors/notice-papers.server.ts";
import {
  text,
  facts,
  given,
  visitToAssessor,
  moved,
  list,
  proposal,
} from "#app/features/mail/texts/slot-parts.tsx";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "visit-asked": { questionId: string; assessorId: string };
    "visit-question-closed": { questionId: string; assessorId: string };
    "assessor-visit-agreed": { visitId: string; assessorId: string };
    "assessor-visit-moved": { visitId: string; assessorId: string; isTimeKept?: boolean };
    /** To the one who had the visit before. */
    "assessor-visit-reassigned": { visitId: string; assessorId: string };
    "assessor-visit-cancelled": { visitId: string; assessorId: string };
    /** Sent only if the visit still was at that time, and has no outcome. `start` is `HH:MM` in London. */
    "assessor-visit-outcome-missing": { visitId: string; assessorId: string; day: IsoDate; start: string };
    /** Papers came that this assessor may see; sent only while the visit is theirs and to come. */
    "assessor-visit-papers": { visitId: string; assessorId: string };
  }
  interface OtherMails {
    "visits-tomorrow": { assessorId: string; day: IsoDate };
    /** Staff's answer to an assessor's proposal; `changes` are names of fields. */
    "proposal-confirmed": Leads & { changes: string[]; note: string };
    "proposal-refused": Leads & { changes: string[]; note: string };
    /** `name` is the assessor's, `what` the paper in words. */
    "paper-ends": Leads & {
      userId: string;
      paper: EndingPaper["key"];
      until: IsoDate;
      name: string;
      what: string;
    };
    /** `since`: the UTC instant of the last reading; null for never. */
    "calendar-unread": Leads & { userId: string; since: string | null };
    /** To an assessor: a month was closed. `month` is `YYYY-MM`. */
    "pay-statement": Leads & { number: string; month: string };
    /** To an assessor: the office answered about a line, or refused miles or an expense. */
    "pay-answered": Leads;
  }
}

export const toOthers: BookingMailFiles = {
  "visit-asked": {
    label: "Question to an assessor",
    listed: 24,
    subject: "Can you come on {when}?",
    body: [
      "Can you come?",
      "{visit}",
      "{link}",
      "The first who accepts has the visit. Please answer by {deadline}. Opening the link accepts nothing: you accept or decline on the page.",
    ],
    preview: ({ visit }) => `Please answer by ${visit.deadline}.`,
    button: "Accept or decline",
    slots: ({ visit }) => ({
      when: text(visit.when),
      deadline: text(visit.deadline),
      visit: facts(
        ["When", visit.when],
        ...given("Kind", visit.kind),
        ...given("Where", visit.town),
        ...given("Assessments", visit.assessments),
        ...given("Language", visit.language),
        ...given("Answer by", visit.deadline),
      ),
    }),
  },
  "visit-question-closed": {
    label: "Question to an assessor ended",
    listed: 25,
    subject: "No answer needed: {when}",
    body: ["You need not answer any more", "{outcome}", "Thank you for looking at it."],
    preview: ({ visit }) => visit.outcome ?? "",
    slots: ({ visit }) => ({ when: text(visit.when), outcome: text(visit.outcome) }),
  },
  "assessor-visit-agreed": {
    label: "To the assessor: visit agreed",
    listed: 15,
    subject: "Visit on {when}",
    body: ["You have a new visit", "{visit}", "{link}", "{calendar}"],
    preview: "The place and the client are on its page.",
    slots: visitToAssessor,
  },
  "assessor-visit-moved": {
    label: "To the assessor: visit moved",
    listed: 16,
    subject: "Your visit {moved}: {when}",
    body: ["A visit of yours {moved}", "This is how it is now:", "{visit}", "{link}", "{calendar}"],
    preview: ({ visit }) => visit.when,
    slots: ({ payload, ...about }) => ({ ...visitToAssessor(about), moved: moved(payload, about) }),
  },
  "assessor-visit-reassigned": {
    label: "To the assessor: visit reassigned",
    listed: 17,
    subject: "Visit reassigned: {when}",
    body: [
      "A visit was given to another assessor",
      "The visit on {when} (booking {reference}) was reassigned. You need not go.",
      "{calendar}",
      "If you did not expect this, please call us.",
    ],
    preview: "You need not go.",
    slots: visitToAssessor,
  },
  "assessor-visit-cancelled": {
    label: "To the assessor: visit cancelled",
    listed: 18,
    subject: "Visit cancelled: {when}",
    body: [
      "A visit of yours is cancelled",
      "The visit on {when} (booking {reference}) does not take place.",
      "{calendar}",
    ],
    preview: "You need not go.",
    slots: visitToAssessor,
  },
  "assessor-visit-outcome-missing": {
    label: "To the assessor: outcome missing",
    listed: 19,
    subject: "Outcome missing: {when}",
    body: [
      "How did the visit go?",
      "The visit on {when} (booking {reference}) has no outcome yet. Please record it today: it takes a minute, and the office waits for it.",
      "{link}",
    ],
    preview: "The office waits for the outcome.",
    button: "Record the outcome",
    slots: ({ visit }) => ({ when: text(visit.when) }),
  },
  "assessor-visit-papers": {
    label: "To the assessor: new documents",
    listed: 20,
    subject: "New documents: visit on {when}",
    body: [
      "New documents for a visit",
      "Somebody has added documents to booking {reference}, which you visit on {when}.",
      "{link}",
    ],
    preview: "They are on the page of the visit.",
    button: "See the documents",
    slots: ({ visit }) => ({ when: text(visit.when) }),
  },
};

export const others: OtherMailFiles = {
  "visits-tomorrow": {
    label: "To the assessor: visits tomorrow",
    listed: 26,
    subject: "Your visits on {when}",
    body: ["Your visits on {when}", "{visits}", "{link}"],
    preview: "With time, booking and area.",
    button: "See your visits",
    slots: ({ visit }) => ({ when: text(visit.when), visits: list(visit.list ?? []) }),
  },
  "proposal-confirmed": {
    label: "To the assessor: changes confirmed",
    listed: 27,
    subject: "Your profile: changes confirmed",
    body: [
      "The office confirmed your changes",
      "Your profile now has the new details:",
      "{changes}",
      "{note}",
      "{link}",
    ],
    preview: "Your profile has the new details.",
    slots: proposal,
    demo: { changes: ["Registered until"], note: "Thank you." },
  },
  "proposal-refused": {
    label: "To the assessor: changes refused",
    listed: 28,
    subject: "Your profile: changes refused",
    body: [
      "The office refused your changes",
      "Your profile stays as it was. You wanted to change:",
      "{changes}",
      "{note}",
      "{link}",
      "You can propose something else there. If you have a question, please call us.",
    ],
    preview: "Your profile stays as it was.",
    slots: proposal,
    demo: { changes: ["Registration number"], note: "The register does not have this number." },
  },
  "paper-ends": {
    label: "To assessor and practice: registration, insurance, check or training ends",
    subject: "{what} of {name} ends on {day}",
    body: [
      "{what} of {name} ends on {day}",
      "Please see to it before that day: the assessor sends the new one to the office, and the office records it. Once registration or insurance has ended, no new visit can be agreed.",
      "{link}",
    ],
    preview: "Please see to it before that day.",
    button: "See the papers",
    slots: ({ payload }) => ({
      what: text(payload.what),
      name: text(payload.name),
      day: text(formatLongDate(payload.until)),
    }),
    demo: { what: "Insurance", name: "Priya Nair", until: "2027-05-01", paper: "insurance" },
    reasonNotToSend: ({ deps, payload }) => reasonAgainstNotice(deps, payload),
  },
  "calendar-unread": {
    label: "To the assessor: own calendar not read",
    subject: "We cannot read your calendar",
    body: [
      "We cannot read your calendar",
      "You asked us to look at your own calendar, so that nobody agrees a visit while you are busy. It was last read: {when}.",
      "Until it is read again, we may agree a visit at a time that you have given away. Please check its address.",
      "{link}",
    ],
    preview: "Please check the address of your calendar.",
    button: "See what is wrong",
    slots: ({ payload }) => ({ when: text(payload.since === null ? "never" : formatInstant(payload.since)) }),
    demo: { since: "2026-11-20T09:15:00.000Z" },
    reasonNotToSend: async ({ deps, payload }) =>
      (await isFeedOld(deps, payload.userId)) ? null : "calendar-read",
  },
  "pay-statement": {
    label: "To the assessor: statement of a month",
    subject: "Your statement for {month}",
    body: [
      "Your statement for {month}",
      "The office has closed {month}. Your statement {number} has every line with its booking.",
      "{link}",
      "If something is wrong, please say so on the page “Your pay”.",
    ],
    preview: "It has every line with its booking.",
    button: "See the statement",
    slots: ({ payload: { number, month } }) => ({ number: text(number), month: text(formatMonth(month)) }),
    demo: { number: "PAY-000001", month: "2027-03" },
  },
  "pay-answered": {
    label: "To the assessor: the office answered about pay",
    subject: "The office answered about your pay",
    body: [
      "The office answered about your pay",
      "The answer is on the page “Your pay”.",
      "{link}",
      "If it is still wrong, please say so there.",
    ],
    preview: "The answer is on the page “Your pay”.",
    button: "See the answer",
    demo: {},
  },
};

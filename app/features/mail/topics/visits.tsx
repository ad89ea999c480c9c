import type { BookingMailFiles } from "#app/features/mail/mail-file.ts";
import { formatInstant, type IsoDate } from "#app/platform/dates.ts";
import { isStillEarlier } from "#app/features/visits/agree/earlier-times.server.ts";
import { isStillOffered } from "#app/features/visits/record/offers.server.ts";
import {
  link,
  list,
  text,
  visitToReferrer,
  moved,
  officeNotice,
} from "#app/features/mail/texts/slot-parts.tsx";
import { next, endedWords } from "#app/features/mail/texts/booking-words.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Leads to the page on which the referrer chooses. `times` in words; `until` is a UTC instant. */
    "times-offered": { offerId: string; times: string[]; until: string };
    "times-closed": { offerId: string; why: "changed" | "withdrawn" | "gone" };
    /** Leads to the page on which the referrer takes an earlier time. `when` in words. */
    "earlier-time": { askId: string; when: string };
    /** `answered` is the request for another date that the visit answers. */
    "visit-agreed": { visitId: string; answered?: AnsweredRequest };
    /** `isTimeKept`: the place alone has changed. */
    "visit-moved": { visitId: string; isTimeKept?: boolean; answered?: AnsweredRequest };
    "visit-reassigned": { visitId: string };
    /** `ended` as for `status-changed`, when the booking was cancelled, too. */
    "visit-cancelled": { visitId: string; ended?: { kind: "date" | "cancel"; day: IsoDate | null }[] };
    /** Sent only if the visit is still on that day (London). */
    "visit-reminder": { visitId: string; day: IsoDate };
    /** Sent only while the letter is recorded as handed to the referrer, and the visit is to come. */
    "visit-letter": { visitId: string };
    /** Sent only while the visit is to come or under way. */
    "visit-late": { visitId: string; minutes: number };
    /** To the owner of the booking, else to the practice: an assessor wrote to the office. */
    "office-note": { kind: "note" | "cannot-come" } | { kind: "late"; minutes: number };
    /** To the company: an assessor was not safe. */
    "unsafe-visit": Record<never, never>;
  }
}

const WHY = {
  changed: "Your booking was changed, so the times that we offered for the visit count no more.",
  withdrawn: "We had to take back the times that we offered for the visit.",
  gone: "The times that we offered for the visit have gone since.",
};

export const toReferrer: BookingMailFiles = {
  "times-offered": {
    label: "Times for the visit to choose from",
    listed: 8.5,
    subject: "Choose a time for the visit: booking {reference}",
    body: [
      "{greeting}",
      "These times are free for the visit of booking {reference}. Please choose one until {until}. Times that we offered before count no more.",
      "{times}",
      "{link}",
      "If none of them suits, say so there, and we will call you. All times are those of the United Kingdom.",
    ],
    preview: ({ payload }) => `Please choose until ${formatInstant(payload.until)}.`,
    slots: ({ booking, payload: { times, until } }) => ({
      link: link(booking.links.times, "Choose a time"),
      times: list(times),
      until: text(formatInstant(until)),
    }),
    demo: {
      times: [
        "Thursday 11 March 2027, 10:00–11:30, with Priya, Social worker",
        "Friday 12 March 2027, 14:00–15:30, with Tom, Nurse",
      ],
      until: "2027-03-10T17:00:00.000Z",
    },
    reasonNotToSend: async ({ deps, payload }) =>
      (await isStillOffered(deps, payload.offerId)) ? null : "visit-changed",
  },
  "times-closed": {
    label: "Offered times count no more",
    listed: 8.6,
    subject: "The offered times count no more: booking {reference}",
    body: ["{greeting}", "{outcome}", "We will call you to agree another time.", "{link}"],
    preview: ({ payload }) => WHY[payload.why],
    slots: ({ payload }) => ({ outcome: text(WHY[payload.why]) }),
    demo: { why: "changed" },
  },
  "earlier-time": {
    label: "An earlier time fell free",
    listed: 10.5,
    subject: "An earlier time for your visit: booking {reference}",
    body: [
      "{greeting}",
      "You asked for an earlier date. This time has fallen free:",
      "{when}",
      "The first who takes it has it. We ask others, too. If you do nothing, the agreed time stays.",
      "{link}",
    ],
    preview: ({ payload }) => payload.when,
    slots: ({ booking, payload: { when } }) => ({
      link: link(booking.links.earlier, "See the earlier time"),
      when: text(when),
    }),
    demo: { when: "Thursday 11 March 2027, 10:00–11:30" },
    reasonNotToSend: async ({ deps, booking, payload }) =>
      booking && (await isStillEarlier(deps, booking.id, payload.askId)) ? null : "visit-changed",
  },
  "visit-agreed": {
    label: "Visit agreed",
    listed: 9,
    subject: "Your visit is agreed: booking {reference}",
    body: [
      "{greeting}",
      "The visit for your booking {reference} is agreed.",
      "{visit}",
      "{link}",
      "{calendar}",
      "If this time does not suit, please call us.",
    ],
    preview: ({ visit }) => visit.when,
    slots: visitToReferrer,
  },
  "visit-moved": {
    label: "Visit moved",
    listed: 10,
    subject: "Your visit {moved}: booking {reference}",
    body: [
      "{greeting}",
      "The visit for your booking {reference} {moved}. This is how it is now:",
      "{visit}",
      "{link}",
      "{calendar}",
      "If this time does not suit, please call us.",
    ],
    preview: ({ visit }) => visit.when,
    slots: ({ payload, ...about }) => ({ ...visitToReferrer(about), moved: moved(payload, about) }),
  },
  "visit-reassigned": {
    label: "Visit with another assessor",
    listed: 11,
    subject: "Another assessor for your visit: booking {reference}",
    body: [
      "{greeting}",
      "Another assessor carries out the visit for your booking {reference}.",
      "{visit}",
      "{link}",
      "{calendar}",
      "If you have a question about this, please call us.",
    ],
    preview: ({ visit }) => visit.when,
    slots: visitToReferrer,
  },
  "visit-cancelled": {
    label: "Visit cancelled",
    listed: 12,
    subject: "Your visit is cancelled: booking {reference}",
    body: [
      "{greeting}",
      "The visit on {when} for your booking {reference} does not take place. {next}",
      "{link}",
      "{calendar}",
      "If you did not expect this, please call us.",
    ],
    preview: ({ booking }) => next(booking),
    slots: (input) => ({
      ...visitToReferrer(input),
      next: text([next(input.booking), ...endedWords(input.payload.ended ?? [])].join(" ")),
    }),
  },
  "visit-reminder": {
    label: "Reminder of the visit",
    listed: 13,
    subject: "Reminder of your visit: booking {reference}",
    body: [
      "{greeting}",
      "This is a reminder of the visit for your booking {reference}.",
      "{visit}",
      "{link}",
      "If something has come up, please call us today.",
    ],
    preview: ({ visit }) => visit.when,
    slots: visitToReferrer,
  },
  "visit-letter": {
    label: "Letter about the visit",
    listed: 14,
    subject: "A letter to give before the visit: booking {reference}",
    body: [
      "{greeting}",
      "For your booking {reference}, there is a letter to the person to be assessed. It is about the visit on {when}, and says who comes, where and why.",
      "{link}",
      "Please print it and give it to the person before the visit, or read it to them. If you cannot do that, please call us.",
      "The link opens your booking without a password, so please do not forward this email.",
    ],
    preview: "Please give it to the person before the visit.",
    slots: ({ booking, visit }) => ({
      when: text(visit.when),
      link: link(booking.links.letter, "See and print the letter"),
    }),
  },
  "visit-late": {
    label: "Assessor running late",
    isUrgent: true,
    listed: 21,
    subject: "Your assessor is running late: booking {reference}",
    body: [
      "{greeting}",
      "The assessor for your booking {reference} is running late, by about {minutes} minutes. Please tell the person and those who are with them.",
      "{visit}",
      "{link}",
      "If this does not suit, please call us.",
    ],
    preview: ({ payload }) => `By about ${payload.minutes} minutes.`,
    slots: ({ payload, ...about }) => ({ ...visitToReferrer(about), minutes: text(String(payload.minutes)) }),
    demo: { visitId: "", minutes: 20 },
  },
};

export const toOthers: BookingMailFiles = {
  "office-note": {
    label: "To the office: note from an assessor",
    isUrgent: true,
    ignoresRestriction: true,
    listed: 22,
    subject: "{notice}: booking {reference}",
    body: [
      "{notice}",
      "The assessor of booking {reference} wrote to the office. Please read it, and press “Read” so that everybody knows.",
      "{link}",
    ],
    preview: ({ payload }) =>
      payload.kind === "cannot-come" ? "Please give the visit to somebody else." : "Please read it now.",
    slots: ({ booking, payload }) => ({
      notice: text(officeNotice(payload)),
      link: link(booking.links.staff, "Read the note"),
    }),
    demo: { kind: "late", minutes: 20 },
  },
  "unsafe-visit": {
    label: "Notice of an unsafe visit",
    isUrgent: true,
    ignoresRestriction: true,
    listed: 23,
    subject: "Urgent: unsafe visit, booking {reference}",
    body: [
      "An assessor was not safe",
      "An assessor reported that the visit for booking {reference} was not held because it was unsafe. Please call the assessor now.",
      "{link}",
    ],
    preview: "Please call the assessor now.",
    slots: ({ booking }) => ({ link: link(booking.links.staff, "Open the booking") }),
  },
};

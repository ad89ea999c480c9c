import {
  Action,
  BulletList,
  Code,
  Facts,
  Paragraph,
  QuietAction,
  TextLink,
} from "#app/features/mail/templates/parts.tsx";
import { hello, next, paymentNotes, preferredDay, thanks, total } from "./booking-words.ts";
import type { MailedChange, MailPayloads, PartNews } from "#app/features/outbox/mail-topics.ts";
import type { InputOf, MailBooking, MailSite } from "#app/features/mail/mail-input.server.ts";
import type { MailVisit } from "#app/features/mail/visit-mail.server.ts";
import { isDateAgreed, isToCome } from "#app/features/booking/fields/status.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";
import type { ReactNode } from "react";

/** The content of each placeholder: text within a line, a part of its own, or both; undefined leaves it out. */
export type Slots = Readonly<Record<string, { text?: string; part?: ReactNode } | undefined>>;

export const text = (value = "") => ({ text: value });
export const link = (href = "", words: string) => ({ part: <Action href={href}>{words}</Action> });
export const facts = (...rows: [string, string][]) => ({ part: <Facts facts={rows} /> });
export const paragraphs = (rows: string[]) => ({
  part: rows.map((row) => <Paragraph key={row}>{row}</Paragraph>),
});
export const quietLink = (href: string, words: string) => ({
  part: (
    <Paragraph>
      <TextLink href={href}>{words}</TextLink>
    </Paragraph>
  ),
});

export const box = (value: string) => ({ part: <Code>{value}</Code> });
export const list = (items: string[]) => ({ part: <BulletList items={items} /> });

export const given = (name: string, value: string | null | undefined): [string, string][] =>
  value ? [[name, value]] : [];

export const bookingFacts = (booking: MailBooking): [string, string][] => [
  ["Booking reference", booking.reference],
  ["Preferred date", preferredDay(booking)],
  ...given("Visit", booking.day?.as === "visit" ? booking.day.when : ""),
  ["Total", total(booking)],
];

export function bookingSlots(booking: MailBooking): Slots {
  const { reference, links, calendarNote } = booking;
  return {
    reference: text(reference),
    thanks: text(thanks(booking)),
    greeting: text(hello(booking)),
    next: text(next(booking)),
    payment: paragraphs(paymentNotes(booking)),
    link: link(links.view, "View your booking"),
    referral: forms(booking),
    details: facts(...bookingFacts(booking)),
    calendar: calendarNote ? paragraphs([calendarNote]) : undefined,
    stop: quietLink(links.unsubscribe, "Stop reminders about this booking"),
  };
}

export const confirmedDay = ({ day }: MailBooking): [string, string][] =>
  isDateAgreed(day) ? [[day.as === "visit" ? "Visit" : "Date", day.when]] : [];

export const papers = ({ links, status }: MailBooking) =>
  status === "cancelled" ? null : <QuietAction href={links.documents}>Send papers</QuietAction>;

export const forms = (booking: MailBooking) => ({
  part: (
    <>
      {
        quietLink(
          booking.links.referral,
          isToCome(booking.status) ? "Fill in the referral forms" : "See the referral forms",
        ).part
      }
      {papers(booking)}
    </>
  ),
});

export function consequences({ booking, payload: { changes } }: InputOf<"booking-changed">) {
  const isChanged = (...kinds: MailedChange["what"][]) => changes.some(({ what }) => kinds.includes(what));
  return (
    <>
      {isChanged("assessments") && isToCome(booking.status) ? (
        <Paragraph>
          The referral forms may ask for something else now. What you filled in is kept.{" "}
          <TextLink href={booking.links.referral}>Open the referral forms</TextLink>
        </Paragraph>
      ) : null}
      {isChanged("total", "payment") ? (
        <Paragraph>If you have an invoice from us already, we will be in touch about it.</Paragraph>
      ) : null}
    </>
  );
}

/** `asked` is what the invoice's page asks for: its number, or the booking's reference where the number is not known
 * here. A bank transfer with either is found by itself in the bank's file. */
export const waysToPay = (address: string, { bankDetails }: MailSite, asked: string): Slots => ({
  invoice: address
    ? link(address, "See and pay your invoice")
    : paragraphs([`Please call us to pay, and have the number ${asked} at hand.`]),
  bank: bankDetails
    ? paragraphs([
        `You can also pay by bank transfer, with the reference ${asked}: ${bankDetails.replaceAll("\n", ", ")}`,
      ])
    : undefined,
});

export const noteParagraphs = (note: string) =>
  paragraphs(note.split(/\n+/).filter((row) => row.trim() !== ""));

export const proposal = ({
  payload: { changes, note },
  address,
}: InputOf<"proposal-confirmed" | "proposal-refused">): Slots => ({
  changes: list(changes),
  note: noteParagraphs(note),
  link: link(address, "See your profile"),
});

/** Never the person about whom somebody is asked, nor a word about health. */
export const partSlots = ({
  booking,
  payload,
  address,
  site,
}: InputOf<"part-asked" | "part-reminder">): Slots => ({
  asker: text(payload.isByStaff ? "A member of our staff" : (booking.greetingName ?? site.name)),
  until: text(formatLongDate(payload.untilOn)),
  link: link(address, "Open the page"),
  refuse: quietLink(`${address}#refuse`, "I cannot help, or this is not for me"),
});

export const newsInWords = (news: PartNews, name: string) =>
  ({
    answered: `${name} has answered`,
    declined: `${name} cannot help`,
    "not-me": `${name} is the wrong person to ask`,
    unopened: `${name} has not opened it yet`,
    locked: `${name} typed a wrong date of birth five times`,
    "birth-doubted": `${name} knows another date of birth`,
    "reopen-asked": `${name} asks for more time`,
    fee: `${name} asks for a fee`,
  })[news];

export const NEWS_ADVICE: Record<PartNews, string> = {
  answered: "Nothing goes into the referral forms by itself: you choose what to take over.",
  declined: "You can ask somebody else.",
  "not-me": "You can ask somebody else, or send it to another address.",
  unopened: "You can send a reminder from the page.",
  locked: "Please check with them that they have the right person, and that our date of birth is right.",
  "birth-doubted": "Please check the date of birth in Personal Details.",
  "reopen-asked": "You can open it again from the page, with a new date.",
  fee: "The page shows what they wrote. Please answer them before they do any work.",
};

export type AboutVisit = { booking: MailBooking; visit: MailVisit };

export function visitToReferrer({ booking, visit }: AboutVisit): Slots {
  return {
    when: text(visit.when),
    visit: facts(
      ["Booking reference", booking.reference],
      ["When", visit.when],
      ...given("Kind", visit.kind),
      ...given("How to join", visit.join),
      ...given("Assessor", visit.assessor),
      ...given("Your request", visit.request),
      ...given("Early start", visit.start),
    ),
  };
}

/** The change of a visit that was moved: its time, or the place alone. */
export function moved({ isTimeKept = false }: MailPayloads["visit-moved"], { visit }: AboutVisit) {
  if (!isTimeKept) return text("has moved");
  return text(visit.join === undefined ? "has a new place" : "has a new link");
}

export function visitToAssessor({ booking, visit }: AboutVisit): Slots {
  return {
    when: text(visit.when),
    link: link(visit.link, "Open the visit"),
    visit: facts(
      ["Booking reference", booking.reference],
      ["When", visit.when],
      ...given("Kind", visit.kind),
      ...given("Where", visit.town),
    ),
  };
}

/** The heading of a mail about an assessor's note; the note itself is on the page. */
export function officeNotice(payload: MailPayloads["office-note"]): string {
  if (payload.kind === "late") return `An assessor is running ${payload.minutes} minutes late`;
  return payload.kind === "cannot-come" ? "An assessor cannot come" : "A note from an assessor";
}

/** A consumer's right to cancel with its form, as the law wants it in writing. */
export function rights({ rights, links, reference, created_at }: MailBooking, { name, email }: MailSite) {
  if (!rights || rights.isOver) return undefined;
  const lastDay = formatLongDate(rights.lastDay);
  return {
    part: (
      <>
        <Paragraph>
          Your right to cancel: until {lastDay} you can cancel without giving a reason.{" "}
          {rights.isStartRequested
            ? "You asked us to start before then. If you cancel after we have started, you pay for what we have done; once the assessment is complete, you can no longer cancel."
            : `You have not asked us to start before then, so we plan no visit before that day is over. If you want an earlier visit, please ask us on the page of your booking.`}{" "}
          <TextLink href={links.rightToCancel}>How to cancel</TextLink>
        </Paragraph>
        <Paragraph>
          Cancellation form, to send back only if you wish to cancel. To {name}, {email}: I cancel my contract
          for the assessment of booking {reference}, booked on{" "}
          {formatLongDate(londonDate(new Date(created_at)))}. My name and address, and the date.
        </Paragraph>
      </>
    ),
  };
}

import {
  Action,
  BulletList,
  Code,
  Facts,
  Paragraph,
  QuietAction,
  TextLink,
} from "#app/features/mail/templates/parts.tsx";
import {
  changeInWords,
  cancelledByRight,
  endedWords,
  hello,
  next,
  payBackWords,
  paymentNotes,
  preferredDay,
  STATUS_WORDS,
  thanks,
  total,
  WHAT_HELPS_NEXT,
} from "./booking-words.ts";
import type { MailedChange, MailPayloads, PartNews } from "#app/features/outbox/mail-topics.ts";
import type { InputOf, MailBooking, MailSite, WordedInput } from "#app/features/mail/mail-input.server.ts";
import type { MailVisit } from "#app/features/mail/visit-mail.server.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { isDateAgreed, isToCome, statusLabel } from "#app/features/booking/fields/status.ts";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { mailName } from "#app/features/mail/mail-text.ts";
import type { EditableTopic } from "./originals.ts";
import type { ReactNode } from "react";

/** The content of each placeholder: text within a line, a part of its own, or both; undefined leaves it out. */
export type Slots = Readonly<Record<string, { text?: string; part?: ReactNode } | undefined>>;

const text = (value: string) => ({ text: value });
const link = (href: string, words: string) => ({ part: <Action href={href}>{words}</Action> });
const facts = (...rows: [string, string][]) => ({ part: <Facts facts={rows} /> });
const paragraphs = (rows: string[]) => ({ part: rows.map((row) => <Paragraph key={row}>{row}</Paragraph>) });
const quietLink = (href: string, words: string) => ({
  part: (
    <Paragraph>
      <TextLink href={href}>{words}</TextLink>
    </Paragraph>
  ),
});

const box = (value: string) => ({ part: <Code>{value}</Code> });
const list = (items: string[]) => ({ part: <BulletList items={items} /> });

const given = (name: string, value: string): [string, string][] => (value === "" ? [] : [[name, value]]);

const bookingFacts = (booking: MailBooking): [string, string][] => [
  ["Booking reference", booking.reference],
  ["Preferred date", preferredDay(booking)],
  ...given("Visit", booking.day?.as === "visit" ? booking.day.when : ""),
  ["Total", total(booking)],
];

function bookingSlots(booking: MailBooking): Slots {
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

const confirmedDay = ({ day }: MailBooking): [string, string][] =>
  isDateAgreed(day) ? [[day.as === "visit" ? "Visit" : "Date", day.when]] : [];

const papers = ({ links, status }: MailBooking) =>
  status === "cancelled" ? null : <QuietAction href={links.documents}>Send papers</QuietAction>;

const forms = (booking: MailBooking) => ({
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

function consequences({ booking, payload: { changes } }: InputOf<"booking-changed">) {
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

const waysToPay = (address: string, { bankDetails }: MailSite): Slots => ({
  invoice: address
    ? link(address, "See and pay your invoice")
    : paragraphs(["Please call us to pay, and have your booking reference at hand."]),
  bank: bankDetails
    ? paragraphs([`You can also pay by bank transfer: ${bankDetails.replaceAll("\n", ", ")}`])
    : undefined,
});

const noteParagraphs = (note: string) => paragraphs(note.split(/\n+/).filter((row) => row.trim() !== ""));

const proposal = ({
  payload: { changes, note },
  address,
}: InputOf<"proposal-confirmed" | "proposal-refused">): Slots => ({
  changes: list(changes),
  note: noteParagraphs(note),
  link: link(address, "See your profile"),
});

/** Never the person about whom somebody is asked, nor a word about health. */
const partSlots = ({ booking, payload, address, site }: InputOf<"part-asked" | "part-reminder">): Slots => ({
  asker: text((payload.isByStaff ? null : booking.greetingName) ?? site.name),
  until: text(formatLongDate(payload.untilOn)),
  link: link(address, "Open the page"),
  refuse: quietLink(`${address}#refuse`, "I cannot help, or this is not for me"),
});

const newsInWords = (news: PartNews, name: string) =>
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

const NEWS_ADVICE: Record<PartNews, string> = {
  answered: "Nothing goes into the referral forms by itself: you choose what to take over.",
  declined: "You can ask somebody else.",
  "not-me": "You can ask somebody else, or send it to another address.",
  unopened: "You can send a reminder from the page.",
  locked: "Please check with them that they have the right person, and that our date of birth is right.",
  "birth-doubted": "Please check the date of birth in Personal Details.",
  "reopen-asked": "You can open it again from the page, with a new date.",
  fee: "The page shows what they wrote. Please answer them before they do any work.",
};

type AboutVisit = { booking: MailBooking; visit: MailVisit };

function visitToReferrer({ booking, visit }: AboutVisit): Slots {
  return {
    when: text(visit.when),
    visit: facts(
      ["Booking reference", booking.reference],
      ["When", visit.when],
      ["Kind", visit.kind],
      ...given("How to join", visit.join),
      ...given("Assessor", visit.assessor),
      ...given("Your request", visit.request),
      ...given("Early start", visit.start),
    ),
  };
}

/** The change of a visit that was moved: its time, or the place alone. */
function moved({ isTimeKept = false }: MailPayloads["visit-moved"], { visit }: AboutVisit) {
  if (!isTimeKept) return text("has moved");
  return text(visit.join === "" ? "has a new place" : "has a new link");
}

function visitToAssessor({ booking, visit }: AboutVisit): Slots {
  return {
    when: text(visit.when),
    link: link(visit.link, "Open the visit"),
    visit: facts(
      ["Booking reference", booking.reference],
      ["When", visit.when],
      ["Kind", visit.kind],
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
function rights({ rights, links, reference, created_at }: MailBooking, { name, email }: MailSite) {
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

/** The placeholders of one mail, besides those of every mail about a booking. */
const OWN_SLOTS: { [Topic in EditableTopic]: (input: InputOf<Topic>) => Slots } = {
  "booking-confirmation": ({ booking, site }) => ({
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
  "company-notice": ({ booking }) => ({
    link: link(booking.links.staff, "Open the booking"),
    promise: text(
      booking.status === "pending" && booking.awaits_contact_since !== null
        ? `The referrer was promised an answer within ${promiseText()}.`
        : "",
    ),
    details: facts(...bookingFacts(booking), [
      "Payment",
      booking.payment_method === "pay_now" ? "Pay now" : "Pay later",
    ]),
  }),
  "status-changed": ({ booking, payload: { status, note = "", ended = [], cancelledVisit, isByRight } }) => ({
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
  "booking-changed": (input) => ({
    changes: list(input.payload.changes.map((change) => changeInWords(change, input.booking))),
    consequences: { part: consequences(input) },
  }),
  "request-declined": ({ payload: { kind, day, note } }) => ({
    request: paragraphs([`You asked for ${requestWords({ kind, day })}. We are sorry: we cannot do that.`]),
    note: noteParagraphs(note),
  }),
  "proposal-confirmed": proposal,
  "proposal-refused": proposal,
  "request-notice": ({ booking, payload }) => ({
    request: paragraphs([
      payload.isChanged
        ? `The referrer of booking ${booking.reference} changed a request, and asks for ${requestWords(payload)} now.`
        : `The referrer of booking ${booking.reference} asks for ${requestWords(payload)}.`,
    ]),
    link: link(booking.links.staff, "Answer the request"),
  }),
  "cancelled-notice": ({ booking, payload: { payBackBy } }) => ({
    payback: paragraphs([payBackWords(booking, payBackBy)]),
    link: link(booking.links.staff, "Open the booking"),
  }),
  "address-replaced": () => ({}),
  "visit-agreed": visitToReferrer,
  "visit-moved": ({ payload, ...about }) => ({ ...visitToReferrer(about), moved: moved(payload, about) }),
  "visit-reassigned": visitToReferrer,
  "visit-cancelled": (input) => ({
    ...visitToReferrer(input),
    next: text([next(input.booking), ...endedWords(input.payload.ended ?? [])].join(" ")),
  }),
  "visit-reminder": visitToReferrer,
  "visit-letter": ({ booking, visit }) => ({
    when: text(visit.when),
    link: link(booking.links.letter, "See and print the letter"),
  }),
  "assessor-visit-agreed": visitToAssessor,
  "assessor-visit-moved": ({ payload, ...about }) => ({
    ...visitToAssessor(about),
    moved: moved(payload, about),
  }),
  "assessor-visit-reassigned": visitToAssessor,
  "assessor-visit-cancelled": visitToAssessor,
  "assessor-visit-outcome-missing": ({ visit }) => ({
    when: text(visit.when),
    link: link(visit.link, "Record the outcome"),
  }),
  "assessor-visit-papers": ({ visit }) => ({
    when: text(visit.when),
    link: link(visit.link, "See the documents"),
  }),
  "visit-late": ({ payload, ...about }) => ({
    ...visitToReferrer(about),
    minutes: text(String(payload.minutes)),
  }),
  "office-note": ({ booking, payload }) => ({
    notice: text(officeNotice(payload)),
    link: link(booking.links.staff, "Read the note"),
  }),
  "unsafe-visit": ({ booking }) => ({ link: link(booking.links.staff, "Open the booking") }),
  "visit-asked": ({ visit }) => ({
    when: text(visit.when),
    deadline: text(visit.deadline),
    link: link(visit.link, "Accept or decline"),
    visit: facts(
      ["When", visit.when],
      ["Kind", visit.kind],
      ...given("Where", visit.town),
      ["Assessments", visit.assessments],
      ...given("Language", visit.language),
      ["Answer by", visit.deadline],
    ),
  }),
  "visit-question-closed": ({ visit }) => ({ when: text(visit.when), outcome: text(visit.outcome) }),
  "visits-tomorrow": ({ visit }) => ({
    when: text(visit.when),
    visits: list(visit.list),
    link: link(visit.link, "See your visits"),
  }),
  "invoice-ready": ({ booking, payload: { amountPence, dueOn }, address, site }) => ({
    ...waysToPay(address, site),
    details: facts(
      ["Booking reference", booking.reference],
      ["Amount", `${formatPoundsAndPence(amountPence)} ${booking.vatPhrase}`],
      ["Due by", formatLongDate(dueOn)],
    ),
  }),
  "invoice-paid": ({ booking, payload: { number, amountPence, paidOn } }) => ({
    details: facts(
      ["Booking reference", booking.reference],
      ...given("Invoice", number ?? ""),
      ["Amount", `${formatPoundsAndPence(amountPence)} ${booking.vatPhrase}`],
      ...given("Paid on", paidOn ? formatLongDate(paidOn) : ""),
    ),
  }),
  "invoice-reminder": ({ booking, payload: { number, openPence, dueOn }, address, site }) => ({
    ...waysToPay(address, site),
    details: facts(
      ["Booking reference", booking.reference],
      ...given("Invoice", number ?? ""),
      ["Still to pay", formatPoundsAndPence(openPence)],
      ["Was due by", formatLongDate(dueOn)],
    ),
  }),
  "invoice-credited": ({ booking, payload: { number, invoice, pence }, address }) => ({
    link: link(address, "See the credit note"),
    details: facts(
      ["Booking reference", booking.reference],
      ["Credit note", number],
      ["For invoice", invoice],
      ["Amount", formatPoundsAndPence(pence)],
    ),
  }),
  "referral-reminder": ({ booking }) => ({
    link: {
      part: (
        <>
          {link(booking.links.referral, "Fill in the referral forms").part}
          {papers(booking)}
        </>
      ),
    },
  }),
  "referral-received": ({ booking }) => ({ link: link(booking.links.referral, "Open the referral forms") }),
  "access-link": () => ({}),
  "booking-link": ({ payload, address }) => ({
    link: link(address, "Start your booking"),
    assessments: list(payload.assessmentNames),
  }),
  "sign-in-code": ({ payload }) => ({ code: box(payload.code) }),
  "temporary-password": ({ payload, address }) => ({
    password: box(payload.password),
    link: link(address, "Sign in"),
  }),
  "password-reset": ({ address }) => ({ link: link(address, "Choose a new password") }),
  "confirm-email": ({ address }) => ({ link: link(address, "Confirm my email address") }),
  "account-exists": ({ address }) => ({ link: link(address, "Sign in to your account") }),
  "report-ready": ({ address }) => ({ link: link(address, "Open the report") }),
  "report-reminder": ({ address }) => ({ link: link(address, "Open the report") }),
  "report-withdrawn": () => ({}),
  "report-code": ({ payload }) => ({ code: box(payload.code) }),
  "part-asked": partSlots,
  "part-reminder": partSlots,
  "part-closed": () => ({}),
  "part-news": ({ payload: { news, name }, address }) => ({
    news: text(newsInWords(news, mailName(name) ?? "The person whom you asked")),
    advice: paragraphs([NEWS_ADVICE[news]]),
    link: link(address, "See what was asked"),
  }),
  "part-notice": ({ payload: { news }, address }) => ({
    news: text(newsInWords(news, "Somebody whom you asked")),
    advice: paragraphs([NEWS_ADVICE[news]]),
    link: link(address, "See what was asked"),
  }),
  "report-to-review": ({ address }) => ({ link: link(address, "Review the report") }),
  "report-returned": ({ address }) => ({ link: link(address, "Read the note") }),
  "report-unread": ({ address }) => ({ link: link(address, "See the deliveries") }),
  "virus-found": ({ booking }) => ({ link: link(booking.links.documents, "See your documents") }),
  "assessor-virus-found": ({ address }) => ({ link: link(address, "See the files") }),
  "virus-notice": ({ address }) => ({ link: link(address, "See the files") }),
  "concern-notice": ({ address }) => ({ link: link(address, "Read the concern") }),
  "complaint-received": ({ payload: { reference } }) => ({
    reference: { ...text(reference), ...box(reference) },
  }),
  "complaint-notice": ({ payload, address }) => ({
    reference: text(payload.reference),
    link: link(address, "Read the complaint"),
  }),
};

export function slotsOf(input: WordedInput): Slots {
  const { name, phone, email } = input.site;
  return {
    company: text(name),
    phone: text(phone),
    email: text(email),
    ...("booking" in input ? bookingSlots(input.booking) : {}),
    ...(OWN_SLOTS[input.topic] as (input: WordedInput) => Slots)(input),
  };
}

import { Action, BulletList, Code, Facts, Paragraph, TextLink } from "#app/features/mail/templates/parts.tsx";
import {
  changeInWords,
  hello,
  next,
  paymentNotes,
  preferredDay,
  STATUS_WORDS,
  thanks,
  total,
  WHAT_HELPS_NEXT,
} from "#app/features/mail/templates/booking-mails.tsx";
import type { MailBooking, MailInput } from "#app/features/mail/templates/template.ts";
import { isToCome } from "#app/features/booking/status-words.ts";
import { statusLabel } from "#app/features/booking/status.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { currentOffer, promiseText } from "#app/features/catalogue/catalogue.ts";
import type { Slots } from "./worded-mail.tsx";

/** What the placeholders of a mail become. */

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

function bookingSlots(booking: MailBooking): Slots {
  const { reference, links, status, calendarNote } = booking;
  return {
    reference: text(reference),
    thanks: text(thanks(booking)),
    greeting: text(hello(booking)),
    next: text(next(booking)),
    payment: paragraphs(paymentNotes(booking)),
    link: link(links.view, "View your booking"),
    referral: isToCome(status)
      ? quietLink(links.referral, "Fill in the referral forms")
      : quietLink(links.referral, "See the referral forms"),
    details: facts(
      ["Booking reference", reference],
      ["Preferred date", preferredDay(booking)],
      ["Total", total(booking)],
    ),
    calendar: calendarNote ? paragraphs([calendarNote]) : undefined,
    stop: quietLink(links.unsubscribe, "Stop reminders about this booking"),
  };
}

const noteRows = (note = "") => note.split(/\n+/).filter((row) => row.trim() !== "");

function ownSlots(input: MailInput): Slots {
  switch (input.topic) {
    case "booking-confirmation":
      return {
        link: link(input.booking.links.confirmation, "See your booking confirmation"),
        referral: isToCome(input.booking.status)
          ? {
              part: (
                <>
                  <Paragraph>{WHAT_HELPS_NEXT}</Paragraph>
                  {quietLink(input.booking.links.referral, "Fill in the referral forms").part}
                </>
              ),
            }
          : undefined,
      };
    case "company-notice": {
      const { booking } = input;
      const payment = booking.payment_method === "pay_now" ? "Pay now" : "Pay later";
      return {
        link: link(booking.links.staff, "Open the booking"),
        promise: text(
          booking.status === "pending" ? `The referrer was promised an answer within ${promiseText()}.` : "",
        ),
        details: facts(
          ["Booking reference", booking.reference],
          ["Preferred date", preferredDay(booking)],
          ["Total", total(booking)],
          ["Payment", payment],
        ),
      };
    }
    case "status-changed": {
      const { status, note } = input.payload;
      return {
        status: text(statusLabel(status)),
        statusText: text(STATUS_WORDS[status]),
        note: paragraphs(noteRows(note)),
        details: facts(
          ["Booking reference", input.booking.reference],
          ["Status", statusLabel(status)],
          ...(status === "confirmed" && input.booking.preferred_date
            ? [["Date", preferredDay(input.booking)] as [string, string]]
            : []),
        ),
      };
    }
    case "booking-changed":
      return { changes: { part: <BulletList items={input.payload.changes.map(changeInWords)} /> } };
    case "invoice-ready": {
      const { amountPence, dueOn, onlineUrl } = input.payload;
      const { bankDetails } = input.site;
      return {
        invoice: onlineUrl
          ? link(onlineUrl, "See and pay your invoice")
          : paragraphs(["Please call us to pay, and have your booking reference at hand."]),
        bank: bankDetails
          ? paragraphs([`You can also pay by bank transfer: ${bankDetails.replaceAll("\n", ", ")}`])
          : undefined,
        details: facts(
          ["Booking reference", input.booking.reference],
          ["Amount", `${formatPoundsAndPence(amountPence)} ${currentOffer().vatPhrase}`],
          ["Due by", formatLongDate(dueOn)],
        ),
      };
    }
    case "referral-reminder":
      return { link: link(input.booking.links.referral, "Fill in the referral forms") };
    case "referral-received":
      return { link: link(input.booking.links.referral, "Open the referral forms") };
    case "booking-link":
      return {
        link: link(input.payload.link, "Start your booking"),
        assessments: { part: <BulletList items={input.payload.assessmentNames} /> },
      };
    case "sign-in-code":
      return { code: { part: <Code>{input.payload.code}</Code> } };
    case "temporary-password":
      return {
        password: { part: <Code>{input.payload.password}</Code> },
        link: link(input.payload.url, "Sign in"),
      };
    case "password-reset":
      return { link: link(input.payload.url, "Choose a new password") };
    case "confirm-email":
      return { link: link(input.payload.url, "Confirm my e-mail address") };
    case "account-exists":
      return { link: link(input.payload.url, "Sign in to your account") };
    case "complaint-received":
      return { reference: text(input.payload.reference) };
    case "complaint-notice":
      return {
        reference: text(input.payload.reference),
        link: link(input.payload.url, "Read the complaint"),
      };
    default:
      return {};
  }
}

/** Every placeholder of a mail, filled. */
export function slotsOf(input: MailInput): Slots {
  const { name, phone, email } = input.site;
  return {
    company: text(name),
    phone: text(phone),
    email: text(email),
    ...("booking" in input ? bookingSlots(input.booking) : {}),
    ...ownSlots(input),
  };
}

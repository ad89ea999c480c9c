import { currentOffer, promiseText } from "#app/features/catalogue/catalogue.ts";
import { PRICE_ON_REQUEST } from "#app/features/catalogue/pricing.ts";
import { paymentTerms } from "#app/features/booking/payment-terms.ts";
import { isDateAgreed, isToCome, whatHappensNext } from "#app/features/booking/status-words.ts";
import { statusLabel } from "#app/features/booking/status.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { MailedChange } from "#app/features/mail-queue/topics.ts";
import { Action, BulletList, Facts, Heading, Paragraph, TextLink } from "./parts.tsx";
import type { MailBooking, Template } from "./template.ts";

export const hello = ({ greetingName }: MailBooking) => (greetingName ? `Hello ${greetingName}` : "Hello");

export const thanks = ({ greetingName }: MailBooking) =>
  greetingName ? `Thank you, ${greetingName}` : "Thank you";

const dated = ({ status, preferred_date }: MailBooking) => ({ status, preferredDate: preferred_date });

export const next = (booking: MailBooking) => whatHappensNext(dated(booking));

export function preferredDay(booking: MailBooking): string {
  return booking.preferred_date ? formatLongDate(booking.preferred_date) : "Not specified";
}

export function total(booking: MailBooking): string {
  return booking.total_pence > 0
    ? `${formatPoundsAndPence(booking.total_pence)} ${currentOffer().vatPhrase}`
    : PRICE_ON_REQUEST;
}

export function paymentNotes(booking: MailBooking): string[] {
  if (booking.status === "cancelled") return [];
  const terms = paymentTerms({
    totalPence: booking.total_pence,
    depositPercent: booking.deposit_percent,
    preferredDate: booking.preferred_date,
    isDateAgreed: isDateAgreed(dated(booking)),
  });
  if (booking.payment_method === "pay_later") return [terms.depositWording, terms.invoiceWording];
  return booking.total_pence === 0
    ? [terms.payNowWording]
    : ["You chose to pay now. If you have not paid yet, your invoice follows in an e-mail of its own."];
}

export const WHAT_HELPS_NEXT =
  "What helps us next: please fill in the referral forms. You can stop and come back at any time; what you typed is kept.";

export const bookingConfirmation: Template<"booking-confirmation"> = ({ booking }) => ({
  subject: `We have your booking ${booking.reference}`,
  preview: `Thank you. ${next(booking)}`,
  body: (
    <>
      <Heading>{thanks(booking)}</Heading>
      <Paragraph>{`We have your booking. ${next(booking)}`}</Paragraph>
      <Facts
        facts={[
          ["Booking reference", booking.reference],
          ["Preferred date", preferredDay(booking)],
          ["Total", total(booking)],
        ]}
      />
      <Action href={booking.links.confirmation}>See your booking confirmation</Action>
      {paymentNotes(booking).map((note) => (
        <Paragraph key={note}>{note}</Paragraph>
      ))}
      {isToCome(booking.status) ? (
        <>
          <Paragraph>{WHAT_HELPS_NEXT}</Paragraph>
          <Paragraph>
            <TextLink href={booking.links.referral}>Fill in the referral forms</TextLink>
          </Paragraph>
        </>
      ) : null}
      <Paragraph>
        These links open your booking without a password, so please do not forward this e-mail.
      </Paragraph>
    </>
  ),
});

export const companyNotice: Template<"company-notice"> = ({ booking }) => ({
  subject: `New booking ${booking.reference}`,
  preview:
    booking.status === "pending"
      ? "A booking was made and waits for its date to be confirmed."
      : `A booking was made. It is ${statusLabel(booking.status)} by now.`,
  body: (
    <>
      <Heading>New booking</Heading>
      <Facts
        facts={[
          ["Booking reference", booking.reference],
          ["Preferred date", preferredDay(booking)],
          ["Total", total(booking)],
          ["Payment", booking.payment_method === "pay_now" ? "Pay now" : "Pay later"],
        ]}
      />
      <Action href={booking.links.staff}>Open the booking</Action>
      {booking.status === "pending" ? (
        <Paragraph>{`The referrer was promised an answer within ${promiseText()}.`}</Paragraph>
      ) : null}
    </>
  ),
});

export const STATUS_WORDS = {
  pending: "Your booking is being reviewed again. We will be in touch to agree what happens next.",
  confirmed: "Your booking is confirmed.",
  completed: "The assessment is complete. Thank you for booking with us.",
  cancelled: "Your booking has been cancelled. If you did not expect this, please call us.",
};

export const statusChanged: Template<"status-changed"> = ({ booking, payload }) => ({
  subject: `Your booking ${booking.reference}: ${statusLabel(payload.status)}`,
  preview: STATUS_WORDS[payload.status],
  body: (
    <>
      <Heading>{hello(booking)}</Heading>
      <Paragraph>{STATUS_WORDS[payload.status]}</Paragraph>
      <Facts
        facts={[
          ["Booking reference", booking.reference],
          ["Status", statusLabel(payload.status)],
          ...(payload.status === "confirmed" && booking.preferred_date
            ? [["Date", preferredDay(booking)] as [string, string]]
            : []),
        ]}
      />
      {(payload.note ?? "")
        .split(/\n+/)
        .filter((line) => line.trim() !== "")
        .map((line) => (
          <Paragraph key={line}>{line}</Paragraph>
        ))}
      <Action href={booking.links.view}>View your booking</Action>
      {booking.calendarNote ? <Paragraph>{booking.calendarNote}</Paragraph> : null}
    </>
  ),
});

const dayOrNone = (day: string | null) => (day ? formatLongDate(day) : "not fixed");

const poundsOrNone = (pence: number) =>
  pence > 0 ? formatPoundsAndPence(pence) : PRICE_ON_REQUEST.toLowerCase();

export function changeInWords(change: MailedChange): string {
  switch (change.what) {
    case "date":
      return `The date was ${dayOrNone(change.from)}. It is ${dayOrNone(change.to)} now.`;
    case "total":
      return `The total was ${poundsOrNone(change.fromPence)}. It is ${poundsOrNone(change.toPence)} now, ${currentOffer().vatPhrase}.`;
    case "payment":
      return change.to === "pay_now" ? "You pay now." : "You pay later.";
    case "mode":
      return change.isVirtual ? "The assessment is virtual now." : "The assessment is face-to-face now.";
    case "location":
      return "The place of the assessment was changed.";
    case "assessments":
      return "What is to be assessed was changed.";
    case "client":
      return "The details of the person to be assessed were changed.";
    case "contact":
      return "Your contact details were changed.";
  }
}

export const bookingChanged: Template<"booking-changed"> = ({ booking, payload: { changes } }) => {
  const isChanged = (...kinds: MailedChange["what"][]) => changes.some(({ what }) => kinds.includes(what));
  return {
    subject: `Your booking ${booking.reference} was changed`,
    preview: changeInWords(changes[0]!),
    body: (
      <>
        <Heading>{hello(booking)}</Heading>
        <Paragraph>{`We have changed your booking ${booking.reference}:`}</Paragraph>
        <BulletList items={changes.map(changeInWords)} />
        <Action href={booking.links.view}>View your booking</Action>
        {isChanged("assessments") && isToCome(booking.status) ? (
          <Paragraph>
            The referral forms may ask for something else now. What you filled in is kept.{" "}
            <TextLink href={booking.links.referral}>Open the referral forms</TextLink>
          </Paragraph>
        ) : null}
        {isChanged("total", "payment") ? (
          <Paragraph>If you have an invoice from us already, we will be in touch about it.</Paragraph>
        ) : null}
        {booking.calendarNote ? <Paragraph>{booking.calendarNote}</Paragraph> : null}
        <Paragraph>If you did not expect this, please call us.</Paragraph>
      </>
    ),
  };
};

export const invoiceReady: Template<"invoice-ready"> = ({ booking, payload, site }) => ({
  subject: `Your invoice for booking ${booking.reference}`,
  preview: `${formatPoundsAndPence(payload.amountPence)}, due by ${formatLongDate(payload.dueOn)}.`,
  body: (
    <>
      <Heading>{payload.kind === "deposit" ? "Your deposit invoice" : "Your invoice"}</Heading>
      <Facts
        facts={[
          ["Booking reference", booking.reference],
          ["Amount", `${formatPoundsAndPence(payload.amountPence)} ${currentOffer().vatPhrase}`],
          ["Due by", formatLongDate(payload.dueOn)],
        ]}
      />
      {payload.onlineUrl ? (
        <Action href={payload.onlineUrl}>See and pay your invoice</Action>
      ) : (
        <Paragraph>Please call us to pay, and have your booking reference at hand.</Paragraph>
      )}
      {site.bankDetails ? (
        <Paragraph>{`You can also pay by bank transfer: ${site.bankDetails.replaceAll("\n", ", ")}`}</Paragraph>
      ) : null}
      <Paragraph>If you have already paid it, thank you: there is nothing more to do.</Paragraph>
    </>
  ),
});

export const referralReminder: Template<"referral-reminder"> = ({ booking }) => ({
  subject: `Referral forms for booking ${booking.reference}`,
  preview: "The assessor needs them before the visit. What you typed so far is kept.",
  body: (
    <>
      <Heading>{hello(booking)}</Heading>
      <Paragraph>
        {`The referral forms for booking ${booking.reference} have not been submitted yet. The assessor needs them ` +
          "to prepare. You can fill in what you know, stop, and come back; everything is kept."}
      </Paragraph>
      <Action href={booking.links.referral}>Fill in the referral forms</Action>
      <Paragraph>
        If you would rather do this by phone, call us and we will go through them together.
      </Paragraph>
      <Paragraph>
        <TextLink href={booking.links.unsubscribe}>Stop reminders about this booking</TextLink>
      </Paragraph>
    </>
  ),
});

export const referralReceived: Template<"referral-received"> = ({ booking }) => ({
  subject: `Referral forms received for booking ${booking.reference}`,
  preview: "Thank you. The assessor now has what they need to prepare.",
  body: (
    <>
      <Heading>{thanks(booking)}</Heading>
      <Paragraph>
        {`We have received the referral forms for booking ${booking.reference}. There is nothing more for you to do now.`}
      </Paragraph>
      <Paragraph>If something changes, you can open the forms again and correct them.</Paragraph>
      <Action href={booking.links.referral}>Open the referral forms</Action>
    </>
  ),
});

export const accessLink: Template<"access-link"> = ({ booking }) => ({
  subject: `Your link to booking ${booking.reference}`,
  preview: "A new link to your booking. Older links may no longer work.",
  body: (
    <>
      <Heading>{hello(booking)}</Heading>
      <Paragraph>{`Here is your link to booking ${booking.reference}.`}</Paragraph>
      <Action href={booking.links.view}>View your booking</Action>
      <Paragraph>
        <TextLink href={booking.links.referral}>
          {isToCome(booking.status) ? "Fill in the referral forms" : "See the referral forms"}
        </TextLink>
      </Paragraph>
      <Paragraph>
        These links open your booking without a password, so please do not forward this e-mail.
      </Paragraph>
    </>
  ),
});

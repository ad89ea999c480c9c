import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { USUAL_DAYS_TO_PAY } from "#app/features/booking/money/payment-terms.ts";
import { mailName } from "#app/features/mail/mail-text.ts";
import type { MailBooking, MailInput, MailSite } from "#app/features/mail/mail-input.server.ts";
import type { MailVisit } from "#app/features/mail/visit-mail.server.ts";
import type { EditableTopic } from "#app/features/outbox/mail-topics.ts";
import { mailOf } from "#app/features/mail/topics.ts";

/** A mail with made-up details, for previews and tests. Its links lead to the front page. */
export function demoInput(topic: EditableTopic, site: MailSite): MailInput {
  const url = `${site.origin}/`;
  const booking: MailBooking = {
    reference: "MCA-7K4Q-2XPD",
    status: "pending",
    preferred_date: "2027-04-01",
    payment_method: "pay_later",
    total_pence: 112_000,
    isStartRequested: false,
    deposit_percent: currentOffer().rules.depositPercent,
    waitsForPo: false,
    days_to_pay: USUAL_DAYS_TO_PAY,
    payment: "Pay later",
    created_at: "2027-03-10T09:00:00.000Z",
    awaits_contact_since: "2027-03-10T09:00:00.000Z",
    greetingName: mailName("Joanna"),
    vatPhrase: currentOffer().vatPhrase,
    links: {
      view: url,
      again: url,
      billing: url,
      charges: "https://example.org/booking/demo/charges",
      letter: url,
      times: url,
      earlier: url,
      confirmation: url,
      referral: url,
      documents: url,
      unsubscribe: url,
      unsubscribeOneClick: url,
      rightToCancel: url,
      staff: url,
    },
    rights: { lastDay: "2027-03-24", isStartRequested: false, isOver: false },
    calendarNote: "The attached file puts the date into your calendar.",
    visit: undefined,
    day: { day: "2027-04-01", as: "wish", when: "Thursday 1 April 2027", isOver: false },
  };
  const visit: MailVisit = {
    when: "Thursday 1 April 2027, 10:00–11:30",
    kind: "Face-to-face",
    assessor: "Priya, Social worker",
    town: "Leeds, LS6",
    assessments: "Capacity to Make a Will",
    language: "Polish",
    deadline: "30 Mar 2027, 12:00",
    outcome: "The visit on Thursday 1 April 2027, 10:00–11:30 was agreed with somebody else.",
    list: ["10:00–11:30: booking MCA-7K4Q-2XPD, LS6", "14:00–15:30: booking MCA-9R2T-4WHN, virtual"],
    link: url,
  };
  return {
    topic,
    site,
    booking,
    visit,
    address: url,
    payload: mailOf(topic).demo ?? {},
  } as unknown as MailInput;
}

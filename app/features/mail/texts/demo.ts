import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { mailName } from "#app/features/mail/mail-text.ts";
import type { MailBooking, MailInput, MailSite } from "#app/features/mail/mail-input.server.ts";
import type { MailVisit } from "#app/features/mail/visit-mail.server.ts";
import type { EditableTopic } from "./originals.ts";

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
    created_at: "2027-03-10T09:00:00.000Z",
    awaits_contact_since: "2027-03-10T09:00:00.000Z",
    greetingName: mailName("Joanna"),
    vatPhrase: currentOffer().vatPhrase,
    links: {
      view: url,
      letter: url,
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
  const payloads: Partial<Record<EditableTopic, object>> = {
    "status-changed": { status: "confirmed", note: "We look forward to meeting you." },
    "booking-changed": { changes: [{ what: "date", from: "2027-04-01", to: "2027-04-08" }] },
    "request-declined": { kind: "date", day: "2027-04-08", note: "The assessor is away that week." },
    "proposal-confirmed": { changes: ["Registered until"], note: "Thank you." },
    "proposal-refused": {
      changes: ["Registration number"],
      note: "The register does not have this number.",
    },
    "visit-late": { visitId: "", minutes: 20 },
    "office-note": { kind: "late", minutes: 20 },
    "cancelled-notice": { payBackBy: "2027-03-24" },
    "request-notice": { kind: "date", day: "2027-04-08" },
    "invoice-ready": { kind: "full", amountPence: 112_000, dueOn: "2027-05-01" },
    "invoice-paid": { number: "INV-0001", amountPence: 112_000, paidOn: "2027-04-28" },
    "invoice-reminder": { number: "INV-0001", openPence: 112_000, dueOn: "2027-05-01" },
    "invoice-credited": { documentId: "", number: "CN-000001", invoice: "INV-000001", pence: 7_000 },
    "booking-link": { assessmentNames: ["Capacity to Make a Will"] },
    "referral-reminder": { day: 3 },
    "sign-in-code": { code: "123456" },
    "part-asked": {
      contributionId: "",
      version: 1,
      untilOn: "2027-03-24",
      isByStaff: false,
    },
    "part-reminder": {
      contributionId: "",
      version: 1,
      untilOn: "2027-03-24",
      isByStaff: false,
    },
    "part-news": {
      contributionId: "",
      news: "answered",
      name: "Dr Sarah Green",
    },
    "part-notice": { contributionId: "", news: "answered" },
    "report-code": { code: "123456" },
    "temporary-password": { password: "example-only" },
    "complaint-received": { reference: "DPC-7K4Q-2XPD" },
    "complaint-notice": { reference: "DPC-7K4Q-2XPD" },
  };
  const visit: MailVisit = {
    when: "Thursday 1 April 2027, 10:00–11:30",
    kind: "Face-to-face",
    join: "",
    assessor: "Priya, Social worker",
    town: "Leeds, LS6",
    assessments: "Capacity to Make a Will",
    language: "Polish",
    deadline: "30 Mar 2027, 12:00",
    outcome: "The visit on Thursday 1 April 2027, 10:00–11:30 was agreed with somebody else.",
    request: "",
    start: "",
    list: ["10:00–11:30: booking MCA-7K4Q-2XPD, LS6", "14:00–15:30: booking MCA-9R2T-4WHN, virtual"],
    link: url,
  };
  return {
    topic,
    site,
    booking,
    visit,
    address: url,
    payload: payloads[topic] ?? {},
  } as unknown as MailInput;
}

/** The activities that personal data is processed for: the record that UK GDPR article 30 asks of a controller. Each
 * room names its own in `tables.ts`. A practice's data protection officer checks these words. */

type Processing = {
  title: string;
  purpose: string;
  people: string;
  data: string;
  basis: string;
  seenBy: string;
};

const CARE =
  "Article 9(2)(h) with Schedule 1 paragraph 2 of the Data Protection Act 2018, for health details";

export const ACTIVITIES = {
  assessment: {
    title: "Booking, visit and report",
    purpose: "To book an assessment of mental capacity, carry it out, write its report and deliver it",
    people: "Whoever books; the person to be assessed; their family, carers and other parties",
    data: "Names, contact details, date of birth, place of the visit, health, needs, decisions in question, what was said at the visit, the opinion",
    basis: `Article 6(1)(b), steps before a contract and the contract. ${CARE}`,
    seenBy:
      "Staff; the assessor of the visit and a second reader; whoever booked, and members of their organisation who may open the booking; whoever is asked for a part sees that part; the recipients of the report whom staff confirmed",
  },
  money: {
    title: "Invoices and payments",
    purpose: "To invoice, to match what was paid, and to keep accounts",
    people: "Whoever books or pays",
    data: "Name, address, email address, what was booked, amounts and days. No health details",
    basis: "Article 6(1)(b); article 6(1)(c) for accounts and tax",
    seenBy: "Staff who handle money; the payer; the tax authority where law requires it",
  },
  pay: {
    title: "Pay of assessors",
    purpose: "To pay assessors for visits, reports and expenses",
    people: "Assessors",
    data: "Name, bank account, VAT number, visits by reference, amounts",
    basis: "Article 6(1)(b) and (c)",
    seenBy: "Staff who handle money; the assessor",
  },
  work: {
    title: "Assessors at work",
    purpose: "To know who may assess what, where and when",
    people: "Assessors",
    data: "Name, contact details, registration, languages, hours, days off, busy times without their subject",
    basis: "Article 6(1)(b)",
    seenBy: "Staff; whoever booked sees name, profession and registration",
  },
  accounts: {
    title: "Accounts and sign-in",
    purpose: "To let the right person in and keep others out",
    people: "Staff, assessors, customers",
    data: "Name, email address, a password that nobody can read, second factor, devices, sessions",
    basis: "Article 6(1)(b); article 6(1)(f), security of the service",
    seenBy: "Administrators see who has an account, and no secret",
  },
  organisations: {
    title: "Organisations and their members",
    purpose: "To let several people of one organisation book in its name, under what was agreed",
    people: "Members of organisations; people on a list of referrals that a member uploaded",
    data: "Name, email address, role; of people on a list what a booking has",
    basis: `Article 6(1)(b) and (f). ${CARE}`,
    seenBy: "Staff; members of the organisation by their role",
  },
  messages: {
    title: "Emails and texts",
    purpose: "To send what a booking needs somebody to know, and to know what did not arrive",
    people: "Everybody who is written to",
    data: "Address or mobile number, the message, whether it arrived",
    basis: "Article 6(1)(b); news only with consent, article 6(1)(a)",
    seenBy: "Staff; the companies that carry messages",
  },
  safeguarding: {
    title: "Safeguarding concerns",
    purpose: "To protect a person at risk, and to record what was done",
    people: "The person assessed; whoever a concern is about",
    data: "What was seen or said, who was told and when",
    basis: "Article 6(1)(f); article 9(2)(g) with Schedule 1 paragraph 18 of the Data Protection Act 2018",
    seenBy: "Staff with the right to safeguarding; the authorities whom they tell",
  },
  rights: {
    title: "Requests, complaints and the history",
    purpose: "To answer requests about personal data and complaints, and to show who did what",
    people: "Whoever asks or complains; staff and assessors by what they did",
    data: "The request or complaint, the answer; acts with their day and author, without what was typed",
    basis: "Article 6(1)(c) and (f)",
    seenBy: "Administrators",
  },
} as const satisfies Record<string, Processing>;

export type Activity = keyof typeof ACTIVITIES;

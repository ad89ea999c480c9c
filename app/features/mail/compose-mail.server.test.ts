import { insertPayment } from "#app/features/billing/own/payments.server.ts";
import { describe, expect, test } from "vitest";
import { stopReminders } from "./stop-reminders.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, createUser } from "#tests/setup/factories.ts";
import { issueToken } from "#app/features/accounts/password/account-tokens.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { recordLetter } from "#app/features/visits/letter/given-letters.server.ts";
import { composeMail, previewMail } from "./compose-mail.server.ts";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { enqueueMail, type MailRequest } from "#app/features/outbox/enqueue-mail.server.ts";
import { askAssessors, closeQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import { offerTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createCharge } from "#tests/setup/charges.ts";
import { createContribution } from "#tests/setup/contributions.ts";
import { createOrganisation, createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { createQuestions, passOn } from "#tests/setup/questions.ts";
import { createFollowUp, switchRecallsOn } from "#tests/setup/follow-ups.ts";
import { createDelivery } from "#tests/setup/reports.ts";
import { saveBusyFeed } from "#app/features/assessors/busy/busy-times.server.ts";
import { savePapers } from "#app/features/assessors/save-assessor.server.ts";
import { BY_STAFF, createAssessor, PLAN, askAboutEarlier } from "#tests/setup/visits.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import {
  isDeliveryTopic,
  isVisitTopic,
  type MailPayloads,
  type MailTopic,
} from "#app/features/outbox/mail-topics.ts";
import { TOPICS } from "#app/features/mail/topics.ts";

const DAY = 86_400_000;

const CLIENT = {
  client_first_name: "Edith",
  client_last_name: "Quillfeather",
  assessment_location: "Larkspur House, Leeds",
};

const VISIT = { visitId: "" };
const TO_ASSESSOR = { visitId: "", assessorId: "" };
const ASKED = { questionId: "", assessorId: "" };
const DELIVERY = { deliveryId: "" };
const PART = { contributionId: "" };

const MAILS: { [T in MailTopic]: { payload: MailPayloads[T]; says: RegExp[] } } = {
  "booking-confirmation": {
    payload: {},
    says: [
      ...[/Thank you, Joanna/, /within 24 hours/, /\/booking\/confirmation\//, /\/referral-form\//],
      /Send papers\s\S+\/documents\?token=/,
    ],
  },
  "company-notice": { payload: {}, says: [/New booking/, /\/admin\/bookings\//] },
  "status-changed": {
    payload: { status: "confirmed", note: "Please have the gate code ready." },
    says: [/Your booking is confirmed/, /Thursday 1 April 2027/, /gate code/, /calendar/],
  },
  "concern-notice": {
    payload: { path: "/admin/bookings/b1/concerns" },
    says: [/Please read it today/, /\/admin\/bookings\/b1\/concerns/],
  },
  "request-declined": {
    payload: { kind: "date", day: "2027-04-08", note: "The assessor is away." },
    says: [/You asked for another date, Thursday 8 April 2027/, /The assessor is away/],
  },
  "request-notice": {
    payload: { kind: "cancel", day: null },
    says: [/asks for the booking to be cancelled/, /\/admin\/bookings\//],
  },
  "cancelled-notice": {
    payload: { payBackBy: "2027-03-24" },
    says: [/used the right to cancel/, /pay back what was paid by Wednesday 24 March 2027/],
  },
  "address-replaced": { payload: {}, says: [/had this email address/, /please call us at once/] },
  "booking-changed": {
    payload: {
      changes: [
        { what: "date", from: null, to: "2027-04-01" },
        { what: "total", fromPence: 0, toPence: 59_500 },
        { what: "payment", to: "pay_now" },
        { what: "mode", isVirtual: true },
        { what: "location" },
        { what: "assessments" },
        { what: "client" },
        { what: "contact" },
      ],
    },
    says: [
      /Your preferred date was not specified\. It is Thursday 1\s+April 2027 now/,
      /The total was price on request\. It is £595\.00 now, with no VAT/,
      /What you filled in is\s+kept/,
      /You pay now\./,
      /The assessment is virtual now\./,
      /call us/,
    ],
  },
  "invoice-ready": {
    payload: { kind: "full", amountPence: 59_500, dueOn: "2027-05-01" },
    says: [/£595\.00 including VAT/, /Saturday 1 May 2027/, /https:\/\/pay\.example\/1/],
  },
  "invoice-paid": {
    payload: { number: "INV-0001", amountPence: 59_500, paidOn: "2027-03-12" },
    says: [
      /£595\.00 with no VAT/,
      /INV-0001/,
      /Friday 12 March 2027/,
      /nothing more to\s+pay on this invoice/,
    ],
  },
  "card-payment-failed": {
    payload: { pence: 59_500, on: "2027-03-09" },
    says: [/£595\.00/, /did not arrive/, /Tuesday 9 March 2027/, /https:\/\/pay\.example\/1/],
  },
  "payment-refunded": {
    payload: { pence: 59_500, on: "2027-03-09" },
    says: [/£595\.00/, /paid this money back/, /Tuesday 9 March 2027/],
  },
  "invoice-credited": {
    payload: { documentId: "d1", number: "CN-000001", invoice: "INV-000007", pence: 7_000 },
    says: [/CN-000001/, /INV-000007/, /£70\.00/, /\/invoices\/d1\?token=/],
  },
  "invoice-reminder": {
    payload: {
      number: "INV-0001",
      openPence: 39_500,
      dueOn: "2027-03-09",
    },
    says: [/£395\.00/, /Tuesday 9 March 2027/, /https:\/\/pay\.example\/1/, /need more time/],
  },
  "booking-link": {
    payload: {
      path: "/booking?assessments=other",
      assessmentNames: ["Capacity to Make a Gift"],
    },
    says: [/- Capacity to Make a Gift/, /booking\?assessments=other/],
  },
  "po-missing": { payload: {}, says: [/has none yet/] },
  "referral-reminder": {
    payload: { day: 3 },
    says: [/not been submitted/, /\/referral-form\//, /Send papers/, /Stop reminders/],
  },
  "referral-received": { payload: {}, says: [/We have received the referral forms/] },
  "access-link": { payload: {}, says: [/\/booking\/[\w-]+\?token=/] },
  "sign-in-code": { payload: { code: "048213" }, says: [/^048213$/m, /10 minutes/] },
  "temporary-password": {
    payload: { password: "Kestrel-7!plum", path: "/admin/login" },
    says: [/^Kestrel-7!plum$/m, /admin\/login/],
  },
  "organisation-invitation": {
    payload: { membershipId: "m1", version: 1 },
    says: [/within 48 hours/, /\/organisation\/join\/m1\?token=[\w-]{43}$/m],
  },
  "bookings-handed-over": {
    payload: { path: "/organisation?of=o1&whose=mine", count: 3, userId: "m1", organisationId: "o1" },
    says: [/to you: 3/, /\/organisation\?of=o1&whose=mine$/m],
  },
  "organisation-statement": {
    payload: {
      path: "/organisation/statements/2027-02?of=o1",
      month: "2027-02",
      userId: "m1",
      organisationId: "o1",
    },
    says: [/for February 2027/, /\/organisation\/statements\/2027-02\?of=o1$/m],
  },
  "password-reset": {
    payload: { path: "/admin/login/reset/password?token=" },
    says: [/\/reset\/password\?token=[\w-]{43}$/m, /do nothing/],
  },
  "confirm-email": {
    payload: { path: "/customer/verify-email?token=" },
    says: [/\/verify-email\?token=[\w-]{43}$/m],
  },
  "account-exists": {
    payload: { path: "/customer/login" },
    says: [/already have an account/, /customer\/login/, /do nothing/],
  },
  "visit-agreed": {
    payload: VISIT,
    says: [/is agreed/, /Thursday 11 March 2027, 10:00–11:30/, /Priya, Social\s+worker/, /calendar/],
  },
  "visit-moved": { payload: VISIT, says: [/has moved/, /10:00–11:30/] },
  "visit-reassigned": { payload: VISIT, says: [/Another assessor/, /Priya/] },
  "visit-cancelled": { payload: VISIT, says: [/does not take\s+place/, /10:00–11:30/] },
  "visit-reminder": { payload: { ...VISIT, day: "2027-03-11" }, says: [/reminder of the visit/, /Priya/] },
  "visit-letter": { payload: VISIT, says: [/10:00–11:30/, /\/letter\?token=/, /before the\s+visit/] },
  "assessor-visit-agreed": {
    payload: TO_ASSESSOR,
    says: [/You have a new visit/, /LS6/, /\/assessor\/visits\//],
  },
  "assessor-visit-moved": { payload: TO_ASSESSOR, says: [/has moved/, /LS6/] },
  "assessor-visit-reassigned": { payload: TO_ASSESSOR, says: [/was\s+reassigned/, /You need not go/] },
  "assessor-visit-cancelled": { payload: TO_ASSESSOR, says: [/does not take\s+place/] },
  "assessor-visit-papers": { payload: TO_ASSESSOR, says: [/10:00–11:30/, /\/documents$/m] },
  "assessor-visit-outcome-missing": {
    payload: { ...TO_ASSESSOR, day: "2027-03-11", start: "10:00" },
    says: [/has\s+no outcome\s+yet/, /10:00–11:30/, /\/outcome$/m],
  },
  "visit-late": {
    payload: { ...VISIT, minutes: 20 },
    says: [/running\s+late/, /about 20\s+minutes/, /10:00–11:30/],
  },
  "office-note": {
    payload: { kind: "late", minutes: 20 },
    says: [/running 20 minutes\s+late/, /\/admin\/bookings\//],
  },
  "unsafe-visit": { payload: {}, says: [/was not safe/, /call the\s+assessor/, /\/admin\/bookings\//] },
  "calendar-unread": {
    payload: { userId: "u1", since: "2027-03-09T09:00:00.000Z", path: "/assessor/calendar" },
    says: [/cannot read\s+your\s+calendar/, /9 Mar 2027, 09:00/, /\/assessor\/calendar$/m],
  },
  "paper-ends": {
    payload: {
      userId: "u1",
      paper: "insurance",
      until: "2027-05-08",
      name: "Priya Nair",
      what: "Insurance",
      path: "/assessor/profile",
    },
    says: [/Insurance of Priya\s+Nair ends on Saturday 8 May\s+2027/, /\/assessor\/profile$/m],
  },
  "texts-stopped": {
    payload: { ceiling: 500, path: "/admin/settings/texts" },
    says: [/The 500 texts/, /\/admin\/settings\/texts$/m],
  },
  "visit-asked": {
    payload: ASKED,
    says: [/Can you come/, /LS6/, /Property and\s+Finance/, /answer by 11 Mar 2027, 08:00/],
  },
  "times-offered": {
    payload: {
      offerId: "",
      times: ["Thursday 11 March 2027, 10:00–11:30, with Priya, Social worker"],
      until: "2027-03-11T08:00:00.000Z",
    },
    says: [
      /choose\s+one until 11 Mar 2027, 08:00/,
      /- Thursday 11 March 2027, 10:00–11:30/,
      /\/times\?token=/,
    ],
  },
  "look-again": {
    payload: { followUpId: "", remindOn: "2027-03-10" },
    says: [/You asked us to remind you/, /\/book-again\?token=/, /choose=not-needed/, /choose=later/],
  },
  "earlier-time": {
    payload: { askId: "", when: "Thursday 11 March 2027, 10:00–11:30" },
    says: [/fallen free/, /11 March 2027, 10:00–11:30/, /\/earlier\?token=/],
  },
  "times-closed": { payload: { offerId: "", why: "changed" }, says: [/count\s+no more/, /We will call you/] },
  "visit-question-closed": { payload: ASKED, says: [/no longer need an answer/] },
  "visits-tomorrow": {
    payload: { assessorId: "", day: "2027-03-11" },
    says: [/10:00–11:30: booking MCA-/, /LS6/, /\/assessor$/m],
  },
  "charge-proposed": {
    payload: { chargeId: "c1", pence: 1_780, answerBy: "2027-03-24" },
    says: [/£17\.80/, /24 March 2027/, /\/charges\?token=/],
  },
  "charge-waived": { payload: { pence: 1_780 }, says: [/£17\.80/, /\/charges\?token=/] },
  "pay-answered": { payload: { path: "/assessor/pay" }, says: [/“Your pay”/, /\/assessor\/pay$/m] },
  "list-made": {
    payload: {
      path: "/organisation/upload/list-1",
      organisationId: "",
      userId: null,
      left: 2,
      bookingIds: ["two", "more"],
    },
    says: [
      ...[/2 bookings were made from a list/, /^- MCA-\S+$/m, /2 rows were not booked/],
      ...[/1 of the bookings has no PO number\. The invoice waits/, /organisation\/upload\/list-1/],
    ],
  },
  "pay-statement": {
    payload: { number: "PAY-000001", month: "2027-03", path: "/assessor/pay/s1" },
    says: [/closed March 2027/, /PAY-000001/, /\/assessor\/pay\/s1/],
  },
  "proposal-confirmed": {
    payload: {
      changes: ["Registered until"],
      note: "Thank you.",
      path: "/assessor/profile",
    },
    says: [/confirmed your changes/, /Registered until/, /Thank you/, /assessor\/profile/],
  },
  "proposal-refused": {
    payload: {
      changes: ["Register"],
      note: "Not found there.",
      path: "/assessor/profile",
    },
    says: [/stays as it was/, /Not found there/, /assessor\/profile/],
  },
  "report-ready": { payload: DELIVERY, says: [/is ready/, /reports\/[\w-]+\?token=[\w-]+/, /90\s+days/] },
  "report-reminder": { payload: DELIVERY, says: [/waits for you/, /reports\/[\w-]+\?token=[\w-]+/] },
  "report-withdrawn": { payload: DELIVERY, says: [/withdrawn/, /no longer\s+opens/] },
  "report-code": { payload: { code: "048213" }, says: [/^048213$/m, /10 minutes/] },
  "report-to-review": { payload: { path: "/x/report" }, says: [/x\/report/] },
  "report-returned": { payload: { assessorId: "" }, says: [/\/assessor\/visits\/[\w-]+\/report$/m] },
  "report-questions-asked": { payload: { questionsId: "", path: "/x/questions" }, says: [/x\/questions/] },
  "report-questions-overdue": {
    payload: { questionsId: "", dueOn: "2027-03-24", path: "/x/questions" },
    says: [/no answer/, /x\/questions/],
  },
  "report-questions-passed": {
    payload: { questionsId: "", assessorId: "" },
    says: [/\/assessor\/visits\/[\w-]+\/report\/questions$/m],
  },
  "report-questions-received": { payload: { deliveryId: "" }, says: [/with us/, /&to=questions$/m] },
  "report-questions-closed": { payload: { deliveryId: "" }, says: [/what became/, /&to=questions$/m] },
  "report-read-again": {
    payload: { assessorId: "", codes: ["evidence", "spelling"], hasLine: false },
    says: [/Evidence, Spelling/, /\/assessor\/visits\/[\w-]+\/report$/m],
  },
  "report-to-read": { payload: { path: "/x/report/read/1" }, says: [/second reader/, /x\/report\/read\/1/] },
  "report-draft-shown": { payload: { path: "/x/report/read/draft" }, says: [/still being/, /read\/draft/] },
  "report-read": { payload: { path: "/x/report" }, says: [/to its end/, /x\/report/] },
  "report-comments": {
    payload: { assessorId: "", page: "report/write" },
    says: [/\/assessor\/visits\/[\w-]+\/report\/write$/m],
  },
  "report-unread": { payload: { ...DELIVERY, path: "/x/report" }, says: [/not\s+confirmed/, /x\/report/] },
  "part-asked": {
    payload: { ...PART, version: 1, untilOn: "2027-03-24", isByStaff: false },
    says: [
      ...[/^Joanna has asked us/m, /date of birth/, /You may refuse/, /by Wednesday 24 March 2027/],
      /\/part\/[\w-]+\?token=\S+#refuse/,
    ],
  },
  "part-reminder": {
    payload: { ...PART, version: 1, untilOn: "2027-03-24", isByStaff: true },
    says: [/We have no answer\s+yet/, /\/part\/[\w-]+\?token=/],
  },
  "part-closed": { payload: {}, says: [/You need do nothing/] },
  "part-news": {
    payload: { ...PART, news: "answered", name: "Dr Sarah Green" },
    says: [/Dr Sarah Green has answered/, /\/referral-form\/[\w-]+\/help\/[\w-]+\?token=/],
  },
  "part-notice": {
    payload: { ...PART, news: "fee", path: "/x/parts" },
    says: [/asks for a fee/, /x\/parts/],
  },
  "virus-found": { payload: {}, says: [/you sent us/, /\/referral-form\/[^/]+\/documents\?token=/] },
  "assessor-virus-found": {
    payload: { assessorId: "", page: "documents" },
    says: [/you sent/, /\/assessor\/visits\/[\w-]+\/documents$/m],
  },
  "virus-notice": { payload: { path: "/x/report" }, says: [/deleted/, /x\/report/] },
  "complaint-received": { payload: { reference: "DPC-7K4Q" }, says: [/DPC-7K4Q/, /30 days/] },
  "mail-test": { payload: { topic: "access-link" }, says: [/Here is your link to booking/] },
  "complaint-notice": {
    payload: { reference: "DPC-7K4Q", path: "/admin/privacy" },
    says: [/DPC-7K4Q/, /admin\/privacy/],
  },
};

async function promise(deps: TestDeps, topic: MailTopic, bookingId: string, ids = {}) {
  const payload = { ...MAILS[topic].payload, ...ids };
  const request = { topic, payload, to: "to@example.org", bookingId, dedupeKey: topic };
  const id = await enqueueMail(deps, request as MailRequest);
  return deps.db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The payload of a mail after what it is about has happened, as far as it has ids. */
async function happened(deps: TestDeps, topic: MailTopic, bookingId: string) {
  if (["invoice-reminder", "invoice-ready", "card-payment-failed"].includes(topic)) {
    const row = { due_on: "2027-03-09", online_url: "https://pay.example/1" };
    await createInvoiceRow(deps, { id: bookingId, total_pence: 59_500 }, row);
  }
  if (topic === "password-reset" || topic === "confirm-email") {
    const { id } = await createUser(deps);
    return { path: MAILS[topic].payload.path + (await issueToken(deps.db, deps, id, topic, 60)) };
  }
  if (topic === "payment-refunded")
    await insertPayment(deps.db, deps, {
      booking_id: bookingId,
      pence: -59_500,
      way: "bank",
      moved_on: "2027-03-09",
      source: "hand",
      note: "",
      lineHash: null,
      recordedBy: null,
    });
  if (topic === "po-missing" || topic === "list-made")
    await deps.db.updateTable("bookings").set({ needs_po: 1 }).where("id", "=", bookingId).execute();
  if (topic === "list-made") return { bookingIds: [bookingId, "erased"] };
  if (topic === "charge-proposed") return { chargeId: await createCharge(deps, { bookingId }) };
  if (topic === "look-again") {
    await switchRecallsOn(deps);
    await createDelivery(deps, bookingId);
    const sent = { state: "sent", remind_on: "2027-03-10" } as const;
    return { followUpId: await createFollowUp(deps, bookingId, sent) };
  }
  if (isDeliveryTopic(topic)) {
    const { delivery } = await createDelivery(deps, bookingId);
    // Only whoever was sent the report is told that it was withdrawn.
    if (topic === "report-withdrawn") await runDueJobs(deps);
    return { deliveryId: delivery.id };
  }
  if ("contributionId" in MAILS[topic].payload) {
    const booking = (await findBooking(deps.db, bookingId))!;
    return { contributionId: (await createContribution(deps, booking)).id };
  }
  if (topic === "organisation-invitation") {
    const organisation_id = await createOrganisation(deps);
    await deps.db
      .insertInto("memberships")
      .values({
        id: "m1",
        organisation_id,
        email_key: "new@example.org",
        role: "owner",
        state: "invited",
        invited_at: deps.clock.now().toISOString(),
        version: 1,
      })
      .execute();
  }
  if (topic === "organisation-statement" || topic === "bookings-handed-over") {
    await switchOrganisationsOn(deps);
    const team = await createTeam(deps);
    const reader = topic === "organisation-statement" ? team.billing : team.booker;
    return { userId: reader.id, organisationId: team.id };
  }
  if (topic === "calendar-unread") {
    const { id: userId } = await createAssessor(deps);
    await saveBusyFeed(deps, { ...BY_STAFF, userId, url: "https://calendar.example.org/x.ics" });
    await deps.db.updateTable("busy_feeds").set({ saved_at: "2027-03-09T08:00:00.000Z" }).execute();
    return { userId };
  }
  if (topic === "paper-ends") {
    const { id: userId } = await createAssessor(deps);
    const papers = { insurance: { until: "2027-05-08", seen: "Policy 1" } };
    await savePapers(deps, userId, { papers, version: 2 }, BY_STAFF);
    return { userId };
  }
  if (topic === "times-offered") {
    const { id: assessorId } = await createAssessor(deps);
    const offered = await offerTimes(deps, {
      ...BY_STAFF,
      bookingId,
      plan: PLAN,
      until: "2027-03-11T08:00:00.000Z",
      times: ["10:00", "14:00"].map((start) => ({ assessorId, day: PLAN.day, start })),
    });
    return { offerId: offered.ok ? offered.offerId : "" };
  }
  if (topic === "earlier-time") {
    const { id: assessorId } = await createAssessor(deps);
    return { askId: await askAboutEarlier(deps, { bookingId, assessorId }) };
  }
  if (/^report-questions-(?!passed)/.test(topic)) {
    const { delivery, questions } = await createQuestions(deps, bookingId, { dueOn: "2027-03-24" });
    return { deliveryId: delivery.id, questionsId: questions.id };
  }
  if (!isVisitTopic(topic) && !("assessorId" in MAILS[topic].payload)) return {};
  const [assessor, former] = [await createAssessor(deps), await createAssessor(deps)];
  const change = { ...BY_STAFF, bookingId, version: 1, isReferrerTold: false };
  if (topic === "visit-asked" || topic === "visit-question-closed") {
    const asked = await askAssessors(deps, {
      ...change,
      plan: PLAN,
      assessorIds: [assessor.id],
      deadlineAt: "2027-03-11T08:00:00.000Z",
    });
    const questionId = asked.ok ? asked.questionId : "";
    if (topic === "visit-question-closed") await closeQuestion(deps, { ...change, questionId });
    return { questionId, assessorId: assessor.id };
  }
  const agreed = await agreeVisit(deps, { ...change, plan: PLAN, assessorId: assessor.id, overruled: null });
  const visitId = agreed.ok ? agreed.visitId : "";
  if (topic === "report-questions-passed") {
    const { id } = (await createQuestions(deps, bookingId, { author: assessor })).questions;
    await passOn(deps, { bookingId, questionsId: id, assessorId: assessor.id });
    return { questionsId: id, assessorId: assessor.id };
  }
  if (topic === "visit-letter")
    await recordLetter(deps, {
      ...BY_STAFF,
      visitId,
      way: "referrer",
      givenOn: "2027-03-10",
      isReferrerTold: false,
    });
  if (topic.endsWith("visit-cancelled"))
    await cancelVisit(deps, { ...change, version: 2, after: "agree-another", reason: "" });
  return {
    visitId,
    assessorId: topic === "assessor-visit-reassigned" ? former.id : assessor.id,
  };
}

async function compose(deps: TestDeps, topic: MailTopic) {
  const status = topic === "status-changed" ? "confirmed" : "pending";
  const booking = await createBooking(deps, { ...CLIENT, status, preferred_date: "2027-04-01" });
  const ids = await happened(deps, topic, booking.id);
  const composed = await composeMail(deps, await promise(deps, topic, booking.id, ids));
  if ("skip" in composed) throw new Error(composed.skip);
  return { booking, mail: composed.mail };
}

describe.each(Object.keys(TOPICS) as MailTopic[])("the mail %s", (topic) => {
  test("says what it is for, in text and HTML alike, and loads nothing from anywhere", async () => {
    const { mail } = await compose(createTestDeps(), topic);
    for (const words of MAILS[topic].says) expect(mail.text).toMatch(words);
    expect(mail.html).toContain('<html lang="en-GB">');
    expect(mail.html).toContain("prefers-color-scheme: dark");
    expect(mail.html).not.toMatch(/<img|<link|<script|url\(|@import/);
    expect(mail.text).toContain("020 7946 0000");
    const addresses = mail.text.match(/https?:\/\/\S+/g) ?? [];
    for (const address of addresses) expect(mail.html).toContain(address.replaceAll("&", "&amp;"));
  });

  test("tells nobody the client's name, the place or what is to be assessed", async () => {
    const { mail } = await compose(createTestDeps(), topic);
    const everything = [
      mail.subject,
      mail.text,
      mail.html,
      ...mail.attachments.map((file) => file.content),
    ].join("\n");
    expect(everything).not.toMatch(/Edith|Quillfeather|Larkspur|Mill Lane|Leeds/);
    // An assessor must know what is to be done before accepting.
    if (topic !== "visit-asked") expect(everything).not.toContain("Property and Finance");
  });
});

test("no mail that waits has a whole address: what it leads to may end or move meanwhile", () => {
  for (const { payload } of Object.values(MAILS)) expect(JSON.stringify(payload)).not.toContain("://");
});

test.each(["confirmed", "completed", "cancelled"] as const)(
  "a confirmation that goes out late promises no contact about the date of a booking that is %s by then",
  async (status) => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, { status, preferred_date: "2027-04-01" });
    for (const topic of ["booking-confirmation", "company-notice"] as const) {
      const composed = await composeMail(deps, await promise(deps, topic, booking.id));
      expect(composed).toMatchObject({ mail: { html: expect.not.stringMatching(/24 hours|waits for/) } });
    }
  },
);

test("nobody is asked to pay for a booking that was cancelled meanwhile", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { status: "cancelled" });
  expect(await composeMail(deps, await promise(deps, "invoice-ready", booking.id))).toEqual({
    skip: "booking-cancelled",
  });
});

const HOSTILE = "http://evil.example\r\nCall 0911 5678 now";

/** Every column that holds what somebody typed. */
const TYPED = {
  referrer_first_name: HOSTILE,
  referrer_last_name: HOSTILE,
  referrer_phone: HOSTILE,
  referrer_phone_as_typed: HOSTILE,
  referrer_country_code: HOSTILE,
  referrer_relationship: HOSTILE,
  referrer_professional_capacity: HOSTILE,
  referrer_custom_role: HOSTILE,
  referrer_organisation: HOSTILE,
  assessment_location: HOSTILE,
  client_first_name: HOSTILE,
  client_last_name: HOSTILE,
  utm_parameters: JSON.stringify({ utm_source: HOSTILE }),
  session_data: JSON.stringify({ note: HOSTILE }),
};

test.each(Object.keys(TOPICS) as MailTopic[])(
  "the mail %s carries no link, number or line break that a stranger typed into the booking",
  async (topic) => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, {
      ...TYPED,
      status: "confirmed",
      preferred_date: "2027-04-01",
      other_details_sealed: null,
    });
    const ids = await happened(deps, topic, booking.id);
    const composed = await composeMail(deps, await promise(deps, topic, booking.id, ids));
    if ("skip" in composed) throw new Error(composed.skip);
    expect(JSON.stringify(composed.mail)).not.toMatch(/evil|0911 ?5678|5678 now/);
    expect(composed.mail.subject).not.toMatch(/[\r\n]/);
  },
);

test("a referrer whose name may not stand in a mail is greeted without it", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { referrer_first_name: "evil.example" });
  const composed = await composeMail(deps, await promise(deps, "booking-confirmation", booking.id));
  expect(composed).toMatchObject({ mail: { text: expect.stringMatching(/^Thank you$/m) } });
});

test("the confirmation of a date brings a calendar file that a later one replaces", async () => {
  const deps = createTestDeps();
  const { mail, booking } = await compose(deps, "status-changed");
  const [file] = mail.attachments;
  expect(file).toMatchObject({
    filename: `${booking.reference}.ics`,
    contentType: expect.stringContaining("text/calendar"),
  });
  const lines = file!.content.split("\r\n");
  expect(lines).toContain("DTSTAMP:20270310T090000Z");
  expect(lines).toContain("DTSTART;VALUE=DATE:20270401");
  expect(lines).toContain("DTEND;VALUE=DATE:20270402");
  expect(lines).toContain(`UID:${booking.id}@localhost`);
  expect(lines).toContain(`SEQUENCE:${booking.version}`);
  expect(lines).toContain(`SUMMARY:Capacity Assessments: booking ${booking.reference}`);
  expect(lines).toContain("TRANSP:TRANSPARENT");
  expect(file!.content).not.toMatch(/token=|^URL/m);
  expect(mail.text).toMatch(/puts the date into your calendar\./);
});

test("a mail that is about no date brings no calendar file", async () => {
  const { mail } = await compose(createTestDeps(), "referral-received");
  expect(mail.attachments).toEqual([]);
});

test("a calendar file can be read whatever the service is called", async () => {
  const { mail } = await compose(createTestDeps({ SITE_NAME: 'The "Old Barn"; Reeve' }), "status-changed");
  const { content } = mail.attachments[0]!;
  expect(content).toMatch(/^ORGANIZER;CN="The 'Old Barn'; Reeve":MAILTO:/m);
  expect(content).toContain('SUMMARY:The "Old Barn"\\; Reeve: booking');
});

describe("a booking whose calendar file was mailed", () => {
  async function mailed(changes: Partial<BookingRow>) {
    const deps = createTestDeps();
    const { token: _, ...booking } = await createBooking(deps, {
      status: "confirmed",
      preferred_date: "2027-04-01",
    });
    const tell = async (status: BookingStatus, key: string) => {
      const payload = { status };
      const to = booking.referrer_email;
      const id = await enqueueMail(deps, {
        topic: "status-changed",
        to,
        bookingId: booking.id,
        dedupeKey: key,
        payload,
      });
      return deps.db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    };
    await tell("confirmed", "first");
    await runDueJobs(deps);
    const now = (await updateBooking(deps.db, deps, booking, changes))!;
    const composed = await composeMail(deps, await tell(now.status, "second"));
    if ("skip" in composed) throw new Error(composed.skip);
    return { first: deps.sentMails[0]!, second: composed.mail, deps, tell, now };
  }
  const lines = (mail: { attachments: { content: string }[] }) => mail.attachments[0]!.content.split("\r\n");

  test.each([{ status: "cancelled" as const }, { status: "pending" as const }, { preferred_date: null }])(
    "takes the date out again once it is %j",
    async (changes) => {
      const { first, second, deps, tell, now } = await mailed(changes);
      expect(lines(first)).toEqual(
        expect.arrayContaining(["METHOD:PUBLISH", "SEQUENCE:1", "STATUS:CONFIRMED"]),
      );
      expect(lines(second)).toEqual(
        expect.arrayContaining([
          "METHOD:CANCEL",
          "SEQUENCE:2",
          "STATUS:CANCELLED",
          "DTSTART;VALUE=DATE:20270401",
          lines(first).find((line) => line.startsWith("UID:")),
        ]),
      );
      expect(second.text).toMatch(/takes the date out of your calendar/);
      await runDueJobs(deps);
      const again = await composeMail(deps, await tell(now.status, "third"));
      expect(again).toMatchObject({ mail: { attachments: [] } });
    },
  );

  test("gets a file for another day that replaces the first", async () => {
    const { first, second } = await mailed({ preferred_date: "2027-04-08" });
    expect(first.text).toMatch(/puts the date into your calendar\./);
    expect(second.text).toMatch(/into your calendar, in\s+place\s+of\s+the\s+earlier\s+one\./);
  });

  test("gets no file when it is completed", async () => {
    expect((await mailed({ status: "completed" })).second.attachments).toEqual([]);
  });
});

test("a booking whose date no mail confirmed gets no calendar file when it is cancelled", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { status: "cancelled", preferred_date: "2027-04-01" });
  const id = await enqueueMail(deps, {
    topic: "status-changed",
    to: booking.referrer_email,
    bookingId: booking.id,
    dedupeKey: "cancelled",
    payload: { status: "cancelled" },
  });
  const row = await deps.db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(await composeMail(deps, row)).toMatchObject({ mail: { attachments: [] } });
});

test("a status that was changed again is not announced late", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { status: "cancelled" });
  expect(await composeMail(deps, await promise(deps, "status-changed", booking.id))).toEqual({
    skip: "status-changed-again",
  });
});

test("staff preview a mail without its code, password or secret link", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const texts = [];
  for (const topic of Object.keys(TOPICS) as MailTopic[]) {
    texts.push((await previewMail(deps, await promise(deps, topic, booking.id)))!.text);
  }
  const all = texts.join("\n");
  expect(all).not.toMatch(/048213|Kestrel|reset\?t|confirm\?t/);
  expect(all).not.toContain(booking.token);
  expect(all).toContain("token=(hidden)");
});

describe("reminders of the referral forms", () => {
  async function book() {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await enqueueBookingMails(deps, booking);
    return { deps, booking };
  }
  const reminders = (deps: TestDeps) => deps.sentMails.filter((mail) => mail.tag === "referral-reminder");

  test("go out 3 and 7 days after the booking", async () => {
    const { deps, booking } = await book();
    const counts = [];
    for (let day = 0; day <= 8; day += 1) {
      await runDueJobs(deps);
      counts.push(reminders(deps).length);
      deps.clock.advance(DAY);
    }
    expect(counts).toEqual([0, 0, 0, 1, 1, 1, 1, 2, 2]);
    expect(reminders(deps)[0]!.unsubscribeUrl).toContain(`/api/mail/unsubscribe/${booking.id}?token=`);
    expect(reminders(deps)[0]!.text).toContain(`/mail/unsubscribe/${booking.id}?token=`);
  });

  test("are the referrer's, as is the confirmation; the notice is the company's", async () => {
    const { deps, booking } = await book();
    deps.clock.advance(3 * DAY);
    await runDueJobs(deps);
    expect(Object.fromEntries(deps.sentMails.map(({ tag, to }) => [tag, to]))).toEqual({
      "booking-confirmation": booking.referrer_email,
      "company-notice": deps.settings.current().company.email,
      "referral-reminder": booking.referrer_email,
    });
  });

  test("go out up to the day that was confirmed", async () => {
    const { deps, booking } = await book();
    await confirmFor(deps, booking.id, 7);
    deps.clock.advance(7 * DAY);
    await runDueJobs(deps);
    expect(reminders(deps)).toHaveLength(2);
  });

  test.each([
    ["the forms were submitted", async (deps: TestDeps, id: string) => submitForms(deps, id)],
    ["the booking was cancelled", async (deps: TestDeps, id: string) => close(deps, id, "cancelled")],
    ["the assessment took place", async (deps: TestDeps, id: string) => close(deps, id, "completed")],
    ["the referrer wants no more of them", async (deps: TestDeps, id: string) => unsubscribe(deps, id)],
    ["the day that was confirmed is over", async (deps: TestDeps, id: string) => confirmFor(deps, id, 2)],
  ])("stay away when %s", async (_name, change) => {
    const { deps, booking } = await book();
    await change(deps, booking.id);
    deps.clock.advance(8 * DAY);
    await runDueJobs(deps);
    expect(reminders(deps)).toEqual([]);
    const states = await deps.db
      .selectFrom("outbox")
      .select("state")
      .where("topic", "=", "referral-reminder")
      .execute();
    expect(states).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
  });
});

async function confirmFor(deps: TestDeps, bookingId: string, daysAhead: number) {
  const preferred_date = addDays(londonDate(deps.clock.now()), daysAhead);
  await deps.db
    .updateTable("bookings")
    .set({ status: "confirmed", preferred_date })
    .where("id", "=", bookingId)
    .execute();
}

async function submitForms(deps: TestDeps, bookingId: string) {
  const now = deps.clock.now().toISOString();
  await deps.db
    .insertInto("referral_forms")
    .values({
      id: deps.ids.uuid(),
      booking_id: bookingId,
      submitted_at: now,
      revision: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

async function close(deps: TestDeps, bookingId: string, status: "cancelled" | "completed") {
  await deps.db.updateTable("bookings").set({ status }).where("id", "=", bookingId).execute();
}

async function unsubscribe(deps: TestDeps, bookingId: string) {
  const token = deps.secrets.hash(bookingId, "reminder-opt-out");
  expect(await stopReminders(deps, { bookingId, token: "wrong", requestId: "r" })).toBe(false);
  expect(await stopReminders(deps, { bookingId, token, requestId: "r" })).toBe(true);
  expect(await stopReminders(deps, { bookingId, token, requestId: "r" })).toBe(true);
}

describe("a consumer's right to cancel", () => {
  const mailOf = async (of: Partial<BookingRow>) => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, of);
    await enqueueBookingMails(deps, booking);
    await runDueJobs(deps);
    return deps.sentMails.find(({ tag }) => tag === "booking-confirmation")!.text.replace(/\s+/g, " ");
  };

  test("is in the confirmation to a private person, with its form", async () => {
    const text = await mailOf({ created_at: "2027-03-10T09:00:00.000Z", start_requested: 0 });
    expect(text).toContain("until Wednesday 24 March 2027 you can cancel without giving a reason");
    expect(text).toContain("You have not asked us to start before then");
    expect(text).toContain("I cancel my contract for the assessment of booking");
    expect(text).toContain("/right-to-cancel");
  });

  test("says what an early start means to those who asked for one", async () => {
    const text = await mailOf({ start_requested: 1 });
    expect(text).toContain("you pay for what we have done");
  });

  test("is not in the confirmation to a solicitor", async () => {
    const text = await mailOf({ referrer_relationship: "Solicitor", referrer_organisation: "Oak LLP" });
    expect(text).not.toContain("right to cancel");
  });
});

import { appendChange } from "#app/features/settings/settings.server.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import { replyToRequest } from "#app/features/contributions/reply.server.ts";
import { findContribution } from "#app/features/contributions/contribution-rows.server.ts";
import { savePart as saveAskedPart, sendParts } from "#app/features/contributions/save-part.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { rememberDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { issueToken } from "#app/features/accounts/password/account-tokens.server.ts";
import { makeRecoveryCodes } from "#app/features/accounts/security/two-factor.server.ts";
import { startPendingSignIn } from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import { sealedTotpSecret } from "#app/features/accounts/sign-in/second-factor.server.ts";
import { addDaysOff, findAssessor } from "#app/features/assessors/assessors.server.ts";
import { saveBusyFeed } from "#app/features/assessors/busy/busy-times.server.ts";
import { savePapers } from "#app/features/assessors/save-assessor.server.ts";
import { proposeChanges } from "#app/features/assessors/answer-profile.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import {
  encryptClientDetails,
  fieldColumns,
  NO_CLIENT_DETAILS,
} from "#app/features/booking/fields/field-columns.server.ts";
import type { ClientDetails } from "#app/features/booking/fields/field-values.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { disputeInvoice } from "#app/features/billing/dispute-invoice.server.ts";
import { issueDocument } from "#app/features/billing/own/documents.server.ts";
import { storeLines } from "#app/features/billing/bank/lines.server.ts";
import { insertPayment } from "#app/features/billing/own/payments.server.ts";
import { oneOf, sumLine } from "#app/features/billing/own/sums.ts";
import { insertContact } from "#app/features/booking/record/contacts.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { rememberKey } from "#app/features/booking/record/idempotency.server.ts";
import { listRequests, makeRequest } from "#app/features/booking/record/requests.server.ts";
import { expectByPost } from "#app/features/documents/change-documents.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { liftRestriction, placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { findCase, startCase } from "#app/features/privacy/subject.server.ts";
import { blankOf, type Answer, type Field } from "#app/kit/sections/fields.ts";
import { SECTION_KEYS, sectionFields } from "#app/features/referral/sections/sections.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { addRecipient, liftHold, placeHold, REFERRER } from "#app/features/report/change-report.server.ts";
import { readDelivery, recordReceipt } from "#app/features/report/open-delivery.server.ts";
import { deliveriesOf, holdsOf, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { releaseReport, returnReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import { readAgain } from "#app/features/report/samples.server.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { answerRequest } from "#app/features/staff/booking/answer-request.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { changeFeed } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { changeBooking } from "#app/features/booking/record/change-booking.server.ts";
import { putOffer, refuseTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { askAssessors, declineQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit, reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { recordLetter } from "#app/features/visits/letter/given-letters.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import {
  addComment,
  answerComment,
  finishReading,
} from "#app/features/report-writing/reading/change-comments.server.ts";
import { readComments } from "#app/features/report-writing/reading/comment-rows.server.ts";
import { sealedAnswer, sealedTexts } from "#app/features/report-writing/questions/question-rows.server.ts";
import { answerLook, savePart, startDraft } from "#app/features/report-writing/drafts.server.ts";
import { partFields } from "#app/features/report-writing/parts.ts";
import { addExchange } from "#app/features/report-writing/exchanges.server.ts";
import { writeOfficeNote } from "#app/features/visits/outcome/office-notes.server.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { answerDispute, openDisputes, raiseDispute } from "#app/features/pay/disputes.server.ts";
import { waiveCharge } from "#app/features/charges/charges.server.ts";
import { createCharge } from "./charges.ts";
import { decideClaim } from "#app/features/pay/claims.server.ts";
import { claimBoth, createMoney, createStatement } from "./pay.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import { createContribution, linkOf } from "./contributions.ts";
import { createDocument } from "./documents.ts";
import { createOrganisation } from "./organisations.ts";
import { createDraft, REFERRER as REFERRER_ANSWERS } from "./drafts.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "./factories.ts";
import { pdf } from "./files.ts";
import { sendWholeReport, WHOLE_REPORT, writeWholeReport } from "#scripts/seed/writing.ts";
import { createFollowUp } from "./follow-ups.ts";
import { createReport } from "./reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN, workdayAfter } from "./visits.ts";

/** A word that nothing else contains, and that says what was typed there. */
export const word = (what: string) => `canary${what.toLowerCase().replaceAll(/[^a-z]/g, "")}`;

/** Every such word in a text. */
export const wordsOf = (text: string): string[] => text.match(/canary[a-z]+/gi) ?? [];

/** The person of whom everything is stored. */
export const EMAIL = `${word("referrer email")}@example.org`;

const BY_REFERRER = { actor: { kind: "visitor" as const, id: null }, requestId: "full" };
const CALLER = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: word("device label"),
  fingerprint: "screen",
  requestId: "full",
};
const PLAIN_DETAILS = {
  dob: "1941-03-27",
  phone: "7700900124",
  phoneAsTyped: "07700 900124",
  countryCode: "+44",
};

/** Columns of the booking that hold something typed, each with its own word. Clients are strangers to each other. */
function typedColumns(deps: Deps, id: string, client: string) {
  const typed = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, word(name)]));
  const details = Object.keys(NO_CLIENT_DETAILS);
  return {
    referrer_email: EMAIL,
    referrer_email_key: EMAIL,
    ...fieldColumns(deps.secrets, id, {
      referrerFirstName: word("referrer first"),
      referrerLastName: word("referrer last"),
      referrerOrganisation: word("organisation"),
      referrerCustomRole: word("role"),
      assessmentLocation: word("location"),
      otherAssessmentDetails: word("other details"),
      clientFirstName: word(`first ${client}`),
      clientLastName: word(`last ${client}`),
      poNumber: word("po number"),
      matterReference: word("matter"),
      billingAddress: word("billing address"),
      billingName: word("billing name"),
      billingEmail: `${word("billing email")}@example.org`,
    }),
    client_details_sealed: encryptClientDetails(deps.secrets, id, {
      ...(typed(details) as ClientDetails),
      ...PLAIN_DETAILS,
    }),
    utm_parameters: JSON.stringify({ utm_source: word("utm source") }),
    session_data: JSON.stringify({ referrer: word("session data") }),
  } satisfies Partial<BookingRow>;
}

const line = (assessment_id: string) => ({ assessment_id, name: assessment_id, price_pence: 59_500 });

const newBooking = (deps: Deps, client: string, overrides: Partial<BookingRow> = {}) => {
  const id = deps.ids.uuid();
  const lines = [line("property-finance"), line("capacity-litigate")];
  return createBooking(deps, { id, ...typedColumns(deps, id, client), ...overrides }, lines);
};

/** Answers that Submit takes. */
const PLAIN_ANSWERS: Partial<Record<Field["kind"], string>> = {
  date: "1941-03-27",
  countryCode: "+44",
  phone: "07700 900123",
  nhsNumber: "943 476 5919",
};

function answerTo(field: Field): Answer {
  switch (field.kind) {
    case "flag":
    case "checkboxes":
      return blankOf(field);
    case "radio":
    case "select":
      return field.options[0]!;
    case "email":
      return `${word(`referral ${field.name}`)}@example.org`;
    default:
      return PLAIN_ANSWERS[field.kind] ?? word(`referral ${field.name}`);
  }
}

async function fillReferral(deps: Deps, booking: BookingRow): Promise<void> {
  const sections = SECTION_KEYS.map((key) => [
    key,
    { answers: Object.fromEntries(sectionFields(key).map((field) => [field.name, answerTo(field)])) },
  ]);
  await saveSections(deps, { booking, sections: Object.fromEntries(sections), ...BY_REFERRER });
}

const DAY_MS = 86_400_000;
const plan = { ...PLAN, place: `${word("place of the visit")}, LS6 2AB` };

/** An agreed visit of the assessor, the day after today. */
async function planVisit(deps: Deps, booking: BookingRow, assessor: { id: string }, start = "10:00") {
  const { version } = (await findBooking(deps.db, booking.id))!;
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version,
    plan: { ...plan, start },
    assessorId: assessor.id,
    isReferrerTold: true,
    overruled: { reason: word("reason to overrule") },
  });
  if (!agreed.ok) throw new Error(`No visit was agreed: ${agreed.problem}`);
  return agreed.visitId;
}

/** Makes the visit one of yesterday. */
async function letVisitEnd(deps: Deps, visitId: string): Promise<void> {
  const day = addDays(londonDate(deps.clock.now()), -1);
  await deps.db.updateTable("visits").set({ day }).where("id", "=", visitId).execute();
}

type People = { office: { id: string }; assessor: { id: string }; former: { id: string } };

/** Somebody who was asked about the person of a booking, and has answered. */
async function createAskedPart(deps: Deps, booking: BookingRow): Promise<string> {
  const email = `${word("asked email")}@example.org`;
  const asked = { name: word("asked name"), email, note: word("note to them"), basisReason: word("basis") };
  const { id } = await createContribution(deps, booking, { ...asked, basis: "interests" });
  const { by } = await linkOf(deps, id);
  const answers = { diagnoses: word("their diagnoses"), cognitiveTests: word("their tests") };
  await saveAskedPart(deps, { contributionId: id, by, save: { partKey: "doctor", answers, saveIds: [] } });
  const found = (await findContribution(deps, id))!;
  await replyToRequest(deps, { asked: found, by }, { kind: "fee", fee: word("their fee") });
  await sendParts(deps, { contributionId: id, by, hasPapers: false });
  return id;
}

/** A booking that waits for its visit: what its referrer and staff can say about it, and an assessor who was asked. */
async function createWaiting(deps: Deps, { office, assessor, former }: People) {
  const owner = await createUser(deps, { role_id: "coordinator", first_name: "Ann" });
  const preferred_date = workdayAfter(londonDate(deps.clock.now()), 30);
  const booking = await newBooking(deps, "waiting", { preferred_date, owner_id: owner.id });
  const { id } = booking;
  await fillReferral(deps, booking);
  const plain = { version: 1, isReferrerTold: false, bookingId: id, actor: SYSTEM, requestId: "full" };
  const edited = await editBooking(deps, {
    ...plain,
    plan: () => ({ columns: { assessment_location: word("new location") } }),
  });
  if (!edited.ok) throw new Error(edited.problem);
  const contact = { booking_id: id, outcome: "spoke", next_day: null, user_id: office.id } as const;
  await insertContact(deps.db, deps, { ...contact, note: word("note of a call") });
  const day = workdayAfter(preferred_date, 7);
  await makeRequest(deps, id, { ...BY_REFERRER, kind: "date", day, note: word("declined request") });
  const [asked] = await listRequests(deps, id);
  const answer = { isAccepted: false, note: word("answer to a request"), asked: asked! };
  await answerRequest(deps, { ...BY_STAFF, bookingId: id, ...answer });
  await createDocument(deps, { bookingId: id, name: `${word("file name")}.pdf`, bytes: pdf(word("file")) });
  await expectByPost(deps, { bookingId: id, by: BY_STAFF, kind: "will" });
  await rememberKey(deps.db, deps, { key: "key", call: "POST", body: {} }, id);
  await createInvoiceRow(deps, booking);
  await deps.db
    .updateTable("bookings")
    .set({ billing_to_change_since: deps.clock.now().toISOString() })
    .where("id", "=", id)
    .execute();
  const opted_out_at = deps.clock.now().toISOString();
  await deps.db.insertInto("reminder_opt_outs").values({ booking_id: id, opted_out_at }).execute();
  const question = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: id,
    assessorIds: [assessor.id, former.id],
    isReferrerTold: true,
    plan: { ...plan, day: addDays(PLAN.day, 7), place: `${word("place of the question")}, LS6 2AB` },
    deadlineAt: new Date(deps.clock.now().getTime() + 2 * DAY_MS).toISOString(),
  });
  if (!question.ok) throw new Error(question.problem);
  const { questionId } = question;
  await declineQuestion(deps, { ...byAssessor(former), questionId, reason: word("reason to decline") });
  await changeBooking(deps, { bookingId: id, by: BY_STAFF }, async (inside, row) => {
    const until = new Date(deps.clock.now().getTime() + DAY_MS).toISOString();
    const times = ["10:00", "14:00"].map((start) => ({ assessorId: assessor.id, day: PLAN.day, start }));
    await putOffer(inside, row, { ...BY_STAFF, bookingId: id, plan, times, until });
    return { ok: true as const };
  });
  await refuseTimes(deps, { ...BY_REFERRER, bookingId: id, note: word("why no time suits") });
  const time = { assessor_id: assessor.id, day: PLAN.day, start: PLAN.start, asked_at: opted_out_at };
  await deps.db
    .insertInto("earlier_asks")
    .values({ ...time, id: deps.ids.uuid(), booking_id: id, state: "kept" })
    .execute();
  const contributionId = await createAskedPart(deps, booking);
  await writeConcern(deps, { ...BY_STAFF, bookingId: id, kind: "raised", text: word("concern") });
  const jobId = await enqueueMail(deps, {
    topic: "access-link",
    to: EMAIL,
    bookingId: id,
    dedupeKey: `failed:${id}`,
    payload: {},
  });
  const failed = { state: "failed", attempts: 48, last_error: "Postmark is failing (500)." } as const;
  await deps.db.updateTable("outbox").set(failed).where("id", "=", jobId!).execute();
  return { booking, questionId, jobId: jobId!, contributionId };
}

/** A booking with open requests: before they are answered, no visit of it can be agreed. */
async function createAsking(deps: Deps) {
  const booking = await newBooking(deps, "asking");
  await issueInvoice(deps, booking.id);
  await recordPaymentOf(deps, booking.id);
  await createInvoiceRow(deps, booking, { maker: "own" });
  await deps.db
    .insertInto("card_pages")
    .values({
      id: deps.ids.uuid(),
      booking_id: booking.id,
      vendor_id: "cs_1",
      url: null,
      pence: 100,
      state: "expired",
      created_at: deps.clock.now().toISOString(),
      next_read_at: null,
    })
    .execute();
  const returnId = deps.ids.uuid();
  await deps.db
    .insertInto("card_returns")
    .values({
      id: returnId,
      booking_id: booking.id,
      vendor_id: "re_1",
      state: "refunded",
      pence: 100,
      happened_on: londonDate(deps.clock.now()),
      answer_by: null,
      read_at: deps.clock.now().toISOString(),
      settled_state: "refunded",
      settled_by: null,
      settled_at: deps.clock.now().toISOString(),
      reason_sealed: sealedColumn("card_returns", "reason_sealed").encrypt(
        deps.secrets,
        returnId,
        word("reason of a refund"),
      ),
    })
    .execute();
  await disputeInvoice(deps, { ...BY_STAFF, bookingId: booking.id, reason: word("dispute") });
  const day = workdayAfter(londonDate(deps.clock.now()), 37);
  for (const kind of ["date", "cancel"] as const) {
    const asked = { kind, day: kind === "date" ? day : null, note: word(`note of ${kind}`) };
    await makeRequest(deps, booking.id, { ...BY_REFERRER, ...asked });
  }
  return { booking };
}

/** An invoice of our own. */
async function issueInvoice(deps: Deps, bookingId: string): Promise<void> {
  const today = londonDate(deps.clock.now());
  const seller = { name: "", address: "", companyNumber: "", vatNumber: "", phone: "", email: "" };
  await issueDocument(deps.db, deps, {
    bookingId,
    kind: "full",
    requestKey: bookingId,
    issuedOn: today,
    dueOn: today,
    issuedBy: null,
    content: {
      seller,
      bankDetails: "",
      suppliedOn: null,
      lines: [sumLine(oneOf(word("invoice line"), 59_500, 0))],
    },
    buyer: {
      name: word("invoice name"),
      organisation: word("invoice organisation"),
      address: word("invoice address"),
      reference: word("invoice reference"),
      note: word("invoice note"),
    },
  });
}

/** A payment of it. */
async function recordPaymentOf(deps: Deps, booking_id: string): Promise<void> {
  await insertPayment(deps.db, deps, {
    booking_id,
    pence: 10_000,
    way: "bank",
    moved_on: londonDate(deps.clock.now()),
    source: "hand",
    note: word("note of a payment"),
    lineHash: null,
    recordedBy: null,
  });
}

/** A booking with a visit to come, which another assessor had before. */
async function createComing(deps: Deps, { assessor, former }: People) {
  const booking = await newBooking(deps, "coming");
  const visitId = await planVisit(deps, booking, former);
  const { version } = (await findBooking(deps.db, booking.id))!;
  const passed = { assessorId: assessor.id, reason: word("reason to reassign"), overruled: null };
  const change = { ...BY_STAFF, bookingId: booking.id, version, isReferrerTold: false };
  await reassignVisit(deps, { ...change, ...passed });
  const givenOn = londonDate(deps.clock.now());
  await recordLetter(deps, { ...BY_STAFF, visitId, way: "posted", givenOn, isReferrerTold: false });
  return { booking, visitId };
}

/** A booking whose visit has begun, and nobody has said how it went. */
async function createBegun(deps: Deps, { assessor }: People) {
  const booking = await newBooking(deps, "begun");
  const confirmed = await changeStatus(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    status: "confirmed",
    isDateAccepted: true,
    isReferrerTold: true,
    note: word("note of a status"),
    reason: word("reason for a status"),
  });
  if (!confirmed.ok) throw new Error(confirmed.problem);
  const visitId = await planVisit(deps, booking, assessor, "12:00");
  await letVisitEnd(deps, visitId);
  return { booking, visitId };
}

const NO_CONTEXT = { booked: [], exchanges: [], decisions: [] };

const SOLICITOR = {
  role: "solicitor",
  name: word("recipient"),
  email: `${word("recipient email")}@example.org`,
} as const;

/** A booking after its visit, with a report in review. Before it: one that was returned, one that was withdrawn, one
 * that was received, and a hold that was lifted; with `isHeld`, one that is not. */
async function createReported(deps: Deps, { office, assessor }: People, isHeld: boolean) {
  const booking = await newBooking(deps, isHeld ? "held" : "reported");
  const bookingId = booking.id;
  const visitId = await planVisit(deps, booking, assessor, isHeld ? "14:00" : "16:00");
  await letVisitEnd(deps, visitId);
  const outcome = OutcomeSchema.parse({
    held: "none",
    notHeldReason: "unsafe",
    note: word("note of the outcome"),
    present: word("present"),
  });
  await recordOutcome(deps, { ...byAssessor(assessor), visitId, outcome });
  const second = OutcomeSchema.parse({
    held: "full",
    startedAt: "10:00",
    endedAt: "11:00",
    conducted: "in-person",
    version: 1,
    identity: word("identity"),
    note: word("note of the second outcome"),
  });
  // The other visit stays unsafe.
  if (!isHeld) await recordOutcome(deps, { ...byAssessor(assessor), visitId, outcome: second });
  const said = { kind: "note", note: word("note to the office") } as const;
  await writeOfficeNote(deps, { ...byAssessor(assessor), visitId, said });
  const exchange = { speaker: "person", text: word("words of the visit"), at: "10:05" } as const;
  await startDraft(deps, { by: byAssessor(assessor), visitId });
  const part = { key: "instruction", fields: partFields("instruction", NO_CONTEXT) } as const;
  const questions = word("questions of the report");
  await savePart(
    deps,
    { by: byAssessor(assessor), visitId },
    { ...part, save: { answers: { questions, authorName: "Priya Nair" }, saveIds: [] } },
  );
  await addExchange(deps, { by: byAssessor(assessor), visitId, key: "full-person", exchange });

  const by = { actor: { kind: "staff" as const, id: office.id }, requestId: "full" };
  const declare = async (text: string, kind: "report" | "correction" = "report") =>
    (await createReport(deps, bookingId, { author: assessor, text, kind })).report.id;
  await writeWholeReport(
    deps,
    { by: byAssessor(assessor), visitId },
    {
      ...WHOLE_REPORT,
      instruction: { questions },
      person: { ...WHOLE_REPORT.person, visitedOn: "On that day" },
    },
  );
  await sendWholeReport(deps, { by: byAssessor(assessor), visitId });
  const [written] = await reportsOfBooking(deps, bookingId);
  const returned = { reportId: written!.id, codes: ["decision"] as const, note: word("note of a return") };
  await returnReport(deps, { bookingId, by, ...returned });
  const look = { about: "", message: "The report has no summary.", words: word("look of the author") };
  const finding = "no-summary.opinion.summary";
  await answerLook(deps, { by: byAssessor(assessor), visitId }, { finding, look });
  const { documents } = deps.settings.current();
  await appendChange(deps.db, deps.clock, "documents", { ...documents, sampleEvery: 1 }, null);
  await deps.settings.reload();
  const withdrawn = await declare("two");
  await releaseReport(deps, { bookingId, by, reportId: withdrawn, recipients: [REFERRER] });
  const again = {
    reportId: withdrawn,
    codes: ["file"] as const,
    line: word("line of a reading after release"),
  };
  await readAgain(deps, { bookingId, by, ...again });
  await withdrawReport(deps, { bookingId, by, reportId: withdrawn, reason: word("reason to withdraw") });
  await addRecipient(deps, { bookingId, by, ...SOLICITOR });
  const released = await declare("three");
  await releaseReport(deps, { bookingId, by, reportId: released, recipients: [REFERRER] });
  const [delivery] = await deliveriesOf(deps, [released]);
  const opened = (await readDelivery(deps, delivery!.id))!;
  await recordReceipt(deps, opened, { receivedBy: word("received by"), by: BY_REFERRER });
  const questionsId = deps.ids.uuid();
  const answer = { answers: [word("answer to a recipient")], reason: word("reason of a refusal") };
  await deps.db
    .insertInto("report_questions")
    .values({
      id: questionsId,
      delivery_id: delivery!.id,
      number: 1,
      purpose: "clarify",
      document_id: null,
      asked_at: deps.clock.now().toISOString(),
      due_on: londonDate(deps.clock.now()),
      ...(isHeld
        ? { state: "passed", passed_to: assessor.id, answer_as: "addendum", addendum_key: questionsId }
        : { state: "asked", passed_to: null, answer_as: null, addendum_key: null }),
      passed_at: isHeld ? deps.clock.now().toISOString() : null,
      addendum_report_id: null,
      closed_by: null,
      closed_at: null,
      text_sealed: sealedTexts.encrypt(deps.secrets, questionsId, [word("question of a recipient")]),
      answer_sealed: sealedAnswer.encrypt(deps.secrets, questionsId, answer),
    })
    .execute();
  const last = await createReport(deps, bookingId, {
    author: assessor,
    text: word("text of a correction"),
    kind: "correction",
    isWritten: true,
    draftId: written!.draft_id!,
  });
  const { version } = last.report;
  const reading = { bookingId, version, by };
  await addComment(deps, reading, { partKey: "sources", text: word("comment of a reader") });
  await addComment(deps, reading, { partKey: "sources", text: word("comment without an answer") });
  const [comment] = await readComments(deps, { bookingId });
  const answering = { visitId, by: byAssessor(assessor), commentId: comment!.id };
  await answerComment(deps, answering, { answer: "kept", because: word("answer of the author") });
  await finishReading(deps, reading);
  const followUpId = await createFollowUp(deps, bookingId);
  await placeHold(deps, { bookingId, by, reason: "legal", note: word("note of a lifted hold") });
  const [hold] = await holdsOf(deps, bookingId);
  await liftHold(deps, { bookingId, by, holdId: hold!.id });
  if (isHeld) await placeHold(deps, { bookingId, by, reason: "unpaid", note: word("note of a hold") });
  return { booking, visitId, deliveryId: delivery!.id, version: String(version), followUpId };
}

/** For each booking here, without a warning. */
const PROFILE = { assessments: ["property-finance", "capacity-litigate"], maxVisitsADay: 9 };

/** Somebody of whom the product stores everything that it can: an account, an unfinished form, a complaint, a privacy
 * case, and bookings in each state, with a word of its own for each thing that was typed. */
export async function createFullPerson(deps: Deps) {
  const officeId = deps.ids.uuid();
  const office = await createUser(deps, {
    id: officeId,
    role_id: "administrator",
    sees_concerns: 1,
    first_name: "Ada",
    last_name: "Min",
    totp_secret_sealed: sealedTotpSecret.encrypt(deps.secrets, officeId, word("totp secret")),
  });
  const assessor = await createAssessor(
    deps,
    {},
    {
      ...PROFILE,
      registerNumber: word("register number"),
      phone: word("assessor's phone"),
    },
  );
  const former = await createAssessor(deps, { first_name: "Tom" }, PROFILE);
  const today = londonDate(deps.clock.now());
  const days = { fromOn: addDays(today, 90), untilOn: addDays(today, 99) };
  await addDaysOff(deps, assessor.id, days, byAssessor(assessor));
  await changeFeed(deps, { ...byAssessor(assessor), userId: assessor.id, isOn: true });
  const url = `https://calendar.example.org/${word("own calendar")}.ics`;
  await saveBusyFeed(deps, { ...byAssessor(assessor), userId: assessor.id, url });
  const taken = {
    from_at: `${addDays(today, 50)}T10:00:00.000Z`,
    until_at: `${addDays(today, 50)}T11:00:00.000Z`,
  };
  await deps.db
    .insertInto("busy_times")
    .values({ user_id: assessor.id, ...taken })
    .execute();
  await createMoney(deps, assessor.id, { accountName: word("account name") });
  const papers = { dbs: { until: addDays(today, 900), seen: word("paper seen") } };
  const { version } = (await findAssessor(deps, assessor.id))!;
  await savePapers(deps, assessor.id, { papers, version }, byAssessor(assessor));
  const profile = (await findAssessor(deps, assessor.id))!;
  await proposeChanges(
    deps,
    assessor.id,
    { ...profile, registerNumber: word("new number") },
    byAssessor(assessor),
  );

  const people = { office, assessor, former };
  const waiting = await createWaiting(deps, people);
  const asking = await createAsking(deps);
  const coming = await createComing(deps, people);
  const begun = await createBegun(deps, people);
  const reported = await createReported(deps, people, false);
  const held = await createReported(deps, people, true);
  const { visitId } = reported;
  const line = {
    day: londonDate(deps.clock.now()),
    pence: 5_000,
    words: word("line of the bank"),
    doubt: "",
  };
  await storeLines(deps, { lines: [line] });
  await createStatement(deps, { assessorId: assessor.id, visitId, name: word("assessor's name") });
  const chargeWords = { description: word("charge"), reason: word("note to a charge") };
  const chargeId = await createCharge(deps, { bookingId: reported.booking.id, ...chargeWords });
  const waived = { by: byAssessor(office), bookingId: reported.booking.id, chargeId };
  await waiveCharge(deps, { ...waived, reason: word("charge waived") });
  await createCharge(deps, { bookingId: coming.booking.id });
  const claimed = { visitId, assessorId: assessor.id, words: word("claim of miles") };
  const { parkingId } = await claimBoth(deps, claimed);
  const refusal = { decision: "refuse", reason: word("claim refused") } as const;
  await decideClaim(deps, { by: byAssessor(office), claimId: parkingId, ...refusal });
  const dispute = { lineKey: "line", reference: reported.booking.reference, text: word("wrong line") };
  await raiseDispute(deps, { ...byAssessor(assessor), ...dispute });
  const [{ id: disputeId } = { id: "" }] = (await openDisputes(deps)).rows;
  await answerDispute(deps, { ...byAssessor(office), disputeId, answer: word("answer about pay") });

  const name = { first_name: word("account first"), last_name: word("account last") };
  const customer = await createUser(deps, { email: EMAIL, ...name });
  await signInAs(deps, customer);
  await rememberDevice(deps.db, deps, customer.id, CALLER, true);
  await startPendingSignIn(deps, customer, "code", CALLER);
  await issueToken(deps.db, deps, customer.id, "password-reset", 60);
  await makeRecoveryCodes(deps.db, deps, customer.id);
  await deps.db.insertInto("used_totp_steps").values({ user_id: customer.id, step: 1 }).execute();
  const link = {
    user_id: customer.id,
    booking_id: waiting.booking.id,
    linked_at: "2027-03-01T00:00:00.000Z",
  };
  await deps.db.insertInto("customer_bookings").values(link).execute();
  const organisationId = await createOrganisation(deps, {
    name: "Penrose Law",
    details: { billingName: word("details of the organisation") },
    isClosed: true,
    members: { owner: customer },
    added: waiting.booking.id,
  });
  const sealedIn = (table: string, column: string, row: string) =>
    sealedJsonColumn(table, column).encrypt(deps.secrets, row, word(`${column} of a list`));
  await deps.db
    .insertInto("referral_lists")
    .values({
      id: "list",
      organisation_id: organisationId,
      user_id: customer.id,
      is_day_first: null,
      making_since: null,
      last_made_at: null,
      created_at: deps.clock.now().toISOString(),
      shape_sealed: sealedIn("referral_lists", "shape_sealed", "list"),
      referrer_sealed: sealedIn("referral_lists", "referrer_sealed", "list"),
    })
    .execute();
  await deps.db
    .insertInto("referral_list_rows")
    .values({
      list_id: "list",
      row: 2,
      is_again: 0,
      row_hash: null,
      told_at: null,
      booking_id: waiting.booking.id,
      cells_sealed: sealedIn("referral_list_rows", "cells_sealed", "list:2"),
    })
    .execute();
  await createDraft(deps, {
    ...REFERRER_ANSWERS,
    referrerEmail: EMAIL,
    referrerFirstName: word("draft first"),
    assessmentLocation: word("draft location"),
  });
  const complaint = { name: word("complainant"), email: EMAIL, complaint: word("complaint") };
  await submitComplaint(deps, complaint, CALLER);
  const answer = { status: 200, headers: [], data: word("answer of a form") };
  const answer_sealed = sealedJsonColumn("form_answers", "answer_sealed").encrypt(
    deps.secrets,
    "key",
    answer,
  );
  const claimed_at = deps.clock.now().toISOString();
  await deps.db.insertInto("form_answers").values({ key_hash: "key", claimed_at, answer_sealed }).execute();
  const found = deps.db.selectFrom("complaints").select("id");
  const { id: complaintId } = await found.executeTakeFirstOrThrow();
  const by = { actor: { kind: "staff" as const, id: office.id }, requestId: "full" };
  const caseOf = {
    person: (await startCase(deps, EMAIL, by))!,
    client: (await startCase(deps, waiting.booking.reference, by))!,
  };
  const desk = { ...by, kind: "restriction", case: (await findCase(deps, caseOf.person))!.row } as const;
  await placeRestriction(deps, { ...desk, reason: word("reason to restrict") });
  const mark = await deps.db.selectFrom("privacy_marks").select("id").executeTakeFirstOrThrow();
  const person = { emailKey: EMAIL, bookingIds: [] };
  await liftRestriction(deps, { ...by, restrictionId: mark.id, caseId: caseOf.person, person });
  return {
    ...people,
    by,
    customer,
    caseOf,
    complaintId,
    bookings: { waiting, asking, coming, begun, reported, held },
  };
}

export type FullPerson = Awaited<ReturnType<typeof createFullPerson>>;

import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { findAssessment } from "#app/features/catalogue/catalogue.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readPersonFile } from "#app/features/visits/person/person-file.server.ts";
import { answerForms, formOf, type Sent, type ShownForm } from "#app/forms/answer-forms.server.ts";
import { declare, declareChecks, declareChoice, fieldsOf, hiddenField } from "#app/forms/declared-fields.ts";
import { changedSince, markOf } from "#app/forms/shown.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import {
  addRecipient,
  endLink,
  liftHold,
  placeHold,
  possibleRecipients,
  removedRecipients,
  removeRecipient,
  usualRecipients,
} from "./change-report.server.ts";
import { renewLink, withoutLink } from "./deliver-report.server.ts";
import { isDayToLookAgain } from "./look-again-day.ts";
import { linkMails } from "./link-mails.server.ts";
import { deliveryProblem, readDelivery } from "./open-delivery.server.ts";
import { REPORT_PROBLEMS } from "./report-problems.ts";
import { deliveriesOf, holdsOf, isHeld, type Addressee } from "./report-rows.server.ts";
import { DeliverySchema, line, note, ReleaseSchema, returnReasons, SendSchema } from "./report-schemas.ts";
import {
  BUTTONS_FORM,
  HOLD_REASONS,
  RECIPIENT_ROLES,
  REVIEW_CODES,
  VISIT_DOUBTS,
  type ReportKind,
} from "./report-words.ts";
import { readAgain, reviewedReports } from "./samples.server.ts";
import { visitDoubt } from "./visit-doubt.server.ts";
import {
  releaseReport,
  returnReport,
  type AfterRelease,
  sendReleasedReport,
  unansweredComments,
  withdrawReport,
} from "./review-report.server.ts";

type ConfirmedPage = { person: unknown; recipients: unknown; holds: unknown };
type ConfirmedReport = { documentId: string; decisions: unknown; declaredName: string; doubts: unknown };

/** Facts that staff confirm when they release a version. */
const confirmed = (page: ConfirmedPage, report: ConfirmedReport) => ({
  "the person": page.person,
  "the recipients": page.recipients,
  "the holds": page.holds,
  "the file": report.documentId,
  "the decisions": report.decisions,
  "the signature": report.declaredName,
  "what to ask the assessor": report.doubts,
});

/** The name of an assessment that the booking no longer has. */
const unbooked = (id: string) => findAssessment(id)?.name ?? id;

/** Sentences about what is missing, or changed on record, since a report was sent; without a draft it was uploaded. */
type MovedSinceSent = (deps: Deps, booking: BookingRow, draftId: string | null) => Promise<string[]>;

/** Everything about a booking's report, for staff. */
export async function readStaffReportPage(deps: Deps, booking: BookingRow, movedSinceSent: MovedSinceSent) {
  const reports = await reviewedReports(deps, booking.id);
  const ids = reports.map(({ id }) => id);
  const deliveries = await deliveriesOf(deps, ids);
  const files = await documentsOfBooking(deps, booking.id, "report");
  const lines = await bookingLines(deps.db, booking.id);
  const names = new Map(lines.map((line) => [line.assessment_id, line.name]));
  const colleagues = reports.flatMap(({ author_id, reviewed_by }) => [author_id, reviewed_by]);
  const users = await findUserNames(deps, colleagues);
  const refusal = await staffRefusal(deps.db, booking);
  const mails = await linkMails(deps, deliveries);
  const doubt = await visitDoubt(deps, booking.id);
  const inReview = reports.find(({ state }) => state === "in-review");
  const openComments = inReview ? (await unansweredComments(deps.db, inReview)).length : 0;
  const moved = inReview && refusal === null ? await movedSinceSent(deps, booking, inReview.draft_id) : [];
  const doubtsAbout = (kind: ReportKind, decisions: readonly string[]) => [
    ...(openComments === 1 ? ["A comment of the reader has no answer yet."] : []),
    ...(openComments > 1 ? [`${openComments} comments of the reader have no answer yet.`] : []),
    ...moved,
    ...(doubt && kind === "report" ? [VISIT_DOUBTS[doubt.kind].words(doubt.when)] : []),
    ...decisions
      .filter((id) => !names.has(id))
      .map((id) => `It answers a decision that is not booked: ${unbooked(id)}.`),
    ...lines
      .filter(({ assessment_id }) => kind === "report" && !decisions.includes(assessment_id))
      .map(({ name }) => `It does not answer a decision that is booked: ${name}.`),
  ];
  const person = inReview && refusal === null ? await readPersonFile(deps, booking) : null;
  const recipients = isErased(booking) ? [] : await possibleRecipients(deps, booking);
  const unsent = new Map<string, typeof recipients>();
  for (const one of reports)
    if (one.state === "released") unsent.set(one.id, await withoutLink(deps, one, recipients));
  const page = {
    id: booking.id,
    reference: booking.reference,
    refusal,
    /** Texts of the newest version, for the forms that change them. */
    saved: { ...reports[0]?.details },
    /** The person as the booking knows them, to compare a version in review with; null without one. */
    person: person && { name: person.client, dateOfBirth: person.dateOfBirth },
    recipients,
    /** Offered for an addition to what was released, beside `recipients`. */
    removed: isErased(booking) ? [] : await removedRecipients(deps, booking),
    /** Chosen beforehand for a release. */
    usual: isErased(booking) ? [] : await usualRecipients(deps, booking),
    holds: (await holdsOf(deps, booking.id)).map(({ id, reason, note, placed_at }) => ({
      id,
      reason,
      note,
      placedAt: placed_at,
    })),
    reports: reports.map(
      ({ id, version, kind, state, checkCode, declaredName, reasons, again, ...report }) => ({
        id,
        version,
        kind,
        state,
        checkCode,
        declaredName,
        reasons,
        again,
        documentId: report.document_id,
        isInfected: files.some(({ id, scan }) => id === report.document_id && scan === "infected"),
        isWaitingForScan: files.some(({ id, scan }) => id === report.document_id && scan === "waiting"),
        declaredAt: report.declared_at,
        author: users.get(report.author_id) ?? "an assessor",
        reviewer: users.get(report.reviewed_by ?? "") ?? null,
        reviewedAt: report.reviewed_at,
        withdrawnAt: report.withdrawn_at,
        note: report.returnNote ?? report.withdrawReason ?? "",
        decisions: report.decisions.map((id) => names.get(id) ?? unbooked(id)),
        doubts: state === "in-review" ? doubtsAbout(kind, report.decisions) : [],
        /** Comments of its reader without an answer, of a version in review. */
        openComments: state === "in-review" ? openComments : 0,
        /** Recipients to whom a released version can still be sent. */
        unsent: unsent.get(id) ?? [],
        deliveries: deliveries
          .filter(({ report_id }) => report_id === id)
          .map(({ id: deliveryId, role, name, email, releasedTo, receivedBy, ...at }) => ({
            id: deliveryId,
            role,
            name,
            email,
            releasedTo,
            receivedBy,
            /** Null once the mails were erased. */
            mail: mails.get(deliveryId) ?? null,
            endedAt: at.ended_at,
            openedAt: at.opened_at,
            downloadedAt: at.downloaded_at,
            receivedAt: at.received_at,
          })),
      }),
    ),
  };
  const marked = page.reports.map((report) => ({ ...report, shown: markOf(confirmed(page, report)) }));
  return { ...page, reports: marked };
}

/** `mayComplete`: a release leaves nothing else to do. `lookAgain`: the day that its form begins with, and whether the
 * referrer is asked to agree to a reminder (`isOn`). */
export type StaffReportPage = Awaited<ReturnType<typeof readStaffReportPage>> & {
  mayComplete: boolean;
  lookAgain: { day: string; isOn: boolean; isAgreed: boolean };
  forms: Readonly<Record<string, ShownForm>>;
};
export type ReportVersion = StaffReportPage["reports"][number];

type Posted = Sent & {
  deps: Deps;
  by: ActedByRequest;
  booking: BookingRow;
  movedSinceSent: MovedSinceSent;
  afterRelease?: (...asked: [...Parameters<AfterRelease>, AskedAtRelease]) => Promise<unknown>;
};

/** `isCompleted`: the form asks to complete the booking, too. */
type AskedAtRelease = { isCompleted: boolean; lookAgainOn: IsoDate | null; isAgreed: boolean };

type Problem = Exclude<keyof typeof REPORT_PROBLEMS, "is-recipient" | "not-as-shown">;
type Refusal =
  | Refused<Problem>
  | { ok: false; problem: "not-as-shown"; changed: readonly string[] }
  | ({ ok: false; problem: "is-recipient" } & Addressee);

const form = formOf<Posted, Refusal>();
/** The booking names its referrer. */
const { referrer: _, ...NAMED_ROLES } = RECIPIENT_ROLES;
const of = ({ booking, by }: Posted) => ({ bookingId: booking.id, by });
const ofVersion = (name: string) => (posted: FormData) => `${name}-form-${String(posted.get("reportId"))}`;

async function renew({ deps, by, booking }: Posted, deliveryId: string) {
  const opened = await readDelivery(deps, deliveryId);
  if (opened?.booking.id !== booking.id) return refused("no-link");
  const problem = await deliveryProblem(deps, opened);
  if (problem === "held" && (await isHeld(deps.db, booking.id))) return refused("held");
  if (problem !== null && problem !== "held" && problem !== "expired") return refused("no-link");
  return renewLink(deps, opened, by);
}

/** Answers the form of the report's page that `intent` names. Throws redirects. */
export const answerStaffReportPage = answerForms(
  {
    release: form({
      schema: ReleaseSchema,
      change: async (posted, value) => {
        const { deps, booking, form: sent } = posted;
        const page = await readStaffReportPage(deps, booking, posted.movedSinceSent);
        const report = page.reports.find(({ id }) => id === value.reportId);
        const changed = report ? changedSince(sent, confirmed(page, report)) : [];
        if (changed.length > 0) return { ok: false, problem: "not-as-shown", changed } as const;
        const { complete, lookAgainOn: day, mayRemind, ...release } = value;
        const lookAgainOn = isDayToLookAgain(day, londonDate(deps.clock.now())) ? day : null;
        if (day !== "" && !lookAgainOn) return refused("look-again-day");
        const asked = { isCompleted: complete === "on", lookAgainOn, isAgreed: mayRemind === "on" };
        return releaseReport(deps, {
          ...of(posted),
          ...release,
          afterRelease: async (inside, id) => posted.afterRelease?.(inside, id, asked),
        });
      },
      said: "The report was released. Each recipient gets an email with a link.",
    }),
    send: form({
      schema: SendSchema,
      change: (posted, value) => sendReleasedReport(posted.deps, { ...of(posted), ...value }),
      said: "The report is on its way. Each recipient gets an email with a link.",
      formId: ofVersion("send"),
    }),
    return: form({
      ...fieldsOf({
        reportId: hiddenField,
        codes: returnReasons,
        note: declare("lines")("Note to the assessor", note("Write what the assessor should change."), {
          hint: "What should be changed?",
          rows: 4,
        }),
      }),
      opensBy: "Return it to the assessor",
      button: "Return with note",
      look: "quiet",
      change: (posted, value) => returnReport(posted.deps, { ...of(posted), ...value }),
      said: "The report was returned to the assessor.",
    }),
    again: form({
      ...fieldsOf({
        reportId: hiddenField,
        codes: declareChecks("What the author can learn from", REVIEW_CODES, {
          hint: "None, where you found nothing.",
        }),
        line: declare("line", true)(
          "One line to the author",
          z.string().trim().max(200, { error: "Use at most 200 characters." }).default(""),
        ),
      }),
      opensBy: "Say what you found when you read it again",
      button: "I have read it again",
      look: "quiet",
      change: (posted, value) => readAgain(posted.deps, { ...of(posted), ...value }),
      said: "The assessor is told what you found. No customer sees it.",
      formId: ofVersion("again"),
    }),
    withdraw: form({
      ...fieldsOf({
        reportId: hiddenField,
        reason: declare("lines")("Why is it withdrawn?", note("Write why the report is withdrawn."), {
          hint: "For the office. Links of its recipients end at once, and they are told by email.",
          rows: 4,
        }),
      }),
      opensBy: "Withdraw this version",
      button: "Withdraw the report",
      look: "danger",
      change: (posted, value) => withdrawReport(posted.deps, { ...of(posted), ...value }),
      said: "The report was withdrawn. Its links no longer work, and its recipients are told.",
      formId: ofVersion("withdraw"),
    }),
    recipient: form({
      ...fieldsOf({
        role: declareChoice("Who it is", NAMED_ROLES, { kind: "select", error: "Choose who it is." }),
        name: declare("line")("Name", line("Enter the name.")),
        email: declare("email")(
          "Email",
          z.email({ error: "Enter an email address such as name@example.org." }),
        ),
      }),
      button: "Add recipient",
      look: "quiet",
      change: (posted, value) => addRecipient(posted.deps, { ...of(posted), ...value }),
      said: "The recipient was added. Nothing was sent to them yet.",
    }),
    "remove-recipient": form({
      schema: z.object({ recipientId: z.string() }),
      change: (posted, value) => removeRecipient(posted.deps, { ...of(posted), ...value }),
      said: "The recipient was removed. Their links no longer work.",
      done: "recipient-removed",
      formId: BUTTONS_FORM,
    }),
    hold: form({
      ...fieldsOf({
        reason: declareChoice("Reason", HOLD_REASONS, { error: "Choose the reason." }),
        note: declare("lines", true)(
          "Note",
          z.string().trim().max(2_000, { error: "Use at most 2,000 characters." }).optional(),
          { rows: 2 },
        ),
      }),
      opensBy: "Hold this report",
      button: "Hold the report",
      look: "quiet",
      change: (posted, { reason, note = "" }) => placeHold(posted.deps, { ...of(posted), reason, note }),
      said: "The report is on hold.",
    }),
    "lift-hold": form({
      schema: z.object({ holdId: z.string() }),
      change: (posted, value) => liftHold(posted.deps, { ...of(posted), ...value }),
      said: "The hold was lifted. Emails that the last hold kept back go out now.",
      done: "hold-lifted",
      formId: BUTTONS_FORM,
    }),
    renew: form({
      schema: DeliverySchema,
      change: (posted, { deliveryId }) => renew(posted, deliveryId),
      said: "A new link is on its way. The earlier one no longer works.",
      done: "renewed",
      formId: BUTTONS_FORM,
    }),
    "end-link": form({
      schema: DeliverySchema,
      change: (posted, value) => endLink(posted.deps, { ...of(posted), ...value }),
      said: "The link was ended. It no longer opens the report.",
      done: "link-ended",
      formId: BUTTONS_FORM,
    }),
  },
  { words: REPORT_PROBLEMS },
);

import type { Deps } from "#app/deps.server.ts";
import { setRight } from "#app/features/accounts/users/change-user.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";
import { declareReport } from "#app/features/report/declare-report.server.ts";
import { REFERRER } from "#app/features/report/change-report.server.ts";
import {
  readDelivery,
  recordDownload,
  recordReceipt,
  type OpenDelivery,
} from "#app/features/report/open-delivery.server.ts";
import { deliveriesOf, referrerOf, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { addComment } from "#app/features/report-writing/reading/change-comments.server.ts";
import { askQuestions } from "#app/features/report-writing/questions/ask-questions.server.ts";
import { releaseReport } from "#app/features/report/review-report.server.ts";
import { visitsOfBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import type { Held } from "#app/features/visits/record/outcome.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { endOf, spanOf } from "#app/features/visits/record/visit-times.ts";
import { blankPage } from "./blank-page.ts";
import type { fixedClock } from "./fixed-clock.ts";
import type { Random } from "./random.ts";
import { setStatus } from "./set-status.ts";
import { reportAbout, seedWriting, sendWholeReport, writeWholeReport } from "./writing.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BY_OFFICE = { actor: { kind: "staff" as const, id: null }, requestId: "seed" };
const BY_REFERRER = { actor: { kind: "visitor" as const, id: null }, requestId: "seed" };

type SeedDeps = Deps & { clock: ReturnType<typeof fixedClock>; today: Date };

/** How a visit of the past went, and how far its report is. `isWritten`: it was written here, not uploaded. */
type Fate = { held: Held; report?: "in-review" | "released" | "received"; isWritten?: true };

/** The newest visits' fates, the newest first. Reports of the others were received. */
const FATES: Fate[] = [
  { held: "full" },
  { held: "full", report: "in-review", isWritten: true },
  { held: "none" },
  { held: "part" },
  { held: "full", report: "released", isWritten: true },
  { held: "full" },
  { held: "full", report: "released" },
];
const USUAL: Fate = { held: "full", report: "received" };

const byAssessorOf = (visit: Visit) => ({
  actor: { kind: "assessor" as const, id: visit.assessor_id },
  requestId: "seed",
});

/** Tells what became of the visits of confirmed bookings, and completes those whose report has gone out. Returns the
 * status of each booking. */
export async function seedFates(deps: SeedDeps, bookings: BookingRow[], random: Random) {
  const agreed = await Promise.all(
    bookings.map(async (booking) => ({ booking, visit: (await visitsOfBooking(deps, booking.id))[0]! })),
  );
  const newestFirst = agreed.toSorted((a, b) => spanOf(b.visit).until - spanOf(a.visit).until);
  await giveTests(deps, newestFirst);
  const statuses: BookingStatus[] = [];
  for (const [index, { booking, visit }] of newestFirst.entries()) {
    const fate = FATES[index] ?? USUAL;
    await seedOutcome(deps, visit, fate.held);
    if (index === 0) await seedWriting(deps, visit.id, byAssessorOf(visit));
    const { report: state, isWritten = false } = fate;
    if (state) await seedReport(deps, booking, visit, { state, isWritten, random });
    const now = (await findBooking(deps.db, booking.id))!;
    const isOver = fate.report === "released" || fate.report === "received";
    statuses.push(isOver ? (await setStatus(deps, now, "completed")).status : now.status);
  }
  return statuses;
}

/** Orders visits so that the reports which are written here are about different tests, the newest visits first. */
async function giveTests(deps: SeedDeps, visited: { booking: BookingRow }[]): Promise<void> {
  const testOf = async ({ booking }: { booking: BookingRow }) =>
    (await bookingLines(deps.db, booking.id))[0]!.assessment_id;
  const tests = await Promise.all(visited.map(testOf));
  const seen = new Set([tests[0]]);
  for (const [at, { isWritten }] of FATES.entries()) {
    if (!isWritten) continue;
    const other = tests.findIndex((test, index) => index >= at && !seen.has(test));
    if (other === -1) continue;
    [visited[at], visited[other]] = [visited[other]!, visited[at]!];
    [tests[at], tests[other]] = [tests[other]!, tests[at]!];
    seen.add(tests[at]);
  }
}

/** Sets the clock to `at` (milliseconds), at the latest an hour ago: mails of that time count as sent. */
function setClock(deps: SeedDeps, at: number) {
  deps.clock.set(new Date(Math.min(at, deps.today.getTime() - HOUR_MS)).toISOString());
}

const NOT_HELD = { held: "none", notHeldReason: "not-at-home", note: "A neighbour says: in hospital." };

/** Half an hour after the visit's end. */
async function seedOutcome(deps: SeedDeps, visit: Visit, held: Held): Promise<void> {
  setClock(deps, spanOf(visit).until + 30 * MINUTE_MS);
  const took = {
    held,
    startedAt: visit.start,
    endedAt: endOf(visit),
    conducted: visit.is_virtual ? "remote" : "in-person",
    present: "The person and a carer",
    identity: "Passport",
    note: held === "part" ? "Tired after an hour. A morning would be better." : "",
  };
  const outcome = OutcomeSchema.parse(held === "none" ? NOT_HELD : took);
  const result = await recordOutcome(deps, { visitId: visit.id, outcome, ...byAssessorOf(visit) });
  if (!result.ok) throw new Error(`A demonstration visit cannot be recorded: ${result.problem}`);
}

/** Sends in a report three days after the visit, and takes it on to `state` in the days after that. */
async function seedReport(
  deps: SeedDeps,
  booking: BookingRow,
  visit: Visit,
  { state, isWritten, random }: { state: NonNullable<Fate["report"]>; isWritten: boolean; random: Random },
): Promise<void> {
  const sentAt = spanOf(visit).until + 3 * DAY_MS;
  setClock(deps, sentAt);
  const by = byAssessorOf(visit);
  const bookingId = booking.id;
  const declaredName = (await assessorsById(deps, [visit.assessor_id])).get(visit.assessor_id)!.name;
  if (isWritten) {
    const [first] = await bookingLines(deps.db, bookingId);
    await writeWholeReport(deps, { visitId: visit.id, by }, reportAbout(first!.assessment_id));
    await sendWholeReport(deps, { visitId: visit.id, by }, declaredName);
  } else {
    await uploadReport(deps, booking, { declaredName, by });
  }
  if (state === "in-review") return isWritten ? seedComment(deps, booking, visit) : undefined;

  setClock(deps, sentAt + DAY_MS + random.between(0, 90) * MINUTE_MS);
  const [report] = await reportsOfBooking(deps, bookingId);
  const review = { bookingId, reportId: report!.id, by: BY_OFFICE };
  refuseNothing(await releaseReport(deps, { ...review, recipients: [REFERRER] }));
  const [row] = await deliveriesOf(deps, [report!.id]);
  const delivery = (await readDelivery(deps, row!.id))!;
  if (state === "released") return isWritten ? seedQuestions(deps, delivery) : undefined;

  setClock(deps, sentAt + 2 * DAY_MS);
  await recordDownload(deps, delivery, BY_REFERRER);
  await recordReceipt(deps, delivery, { receivedBy: referrerOf(booking).name, by: BY_REFERRER });
}

/** The recipient of a report asks about it. */
async function seedQuestions(deps: SeedDeps, opened: OpenDelivery): Promise<void> {
  const texts = ["Which account did you speak about?", "Who was in the room when you asked about the house?"];
  const asked = { opened, by: BY_REFERRER, purpose: "clarify", dueOn: null, documentId: null } as const;
  refuseNothing(await askQuestions(deps, { ...asked, texts }));
}

/** A second reader has a question about the report in review. */
async function seedComment(deps: SeedDeps, booking: BookingRow, visit: Visit): Promise<void> {
  const reader = await deps.db
    .selectFrom("users")
    .select("id")
    .where("role_id", "=", "assessor")
    .where("id", "!=", visit.assessor_id)
    .orderBy("id")
    .executeTakeFirst();
  if (!reader) return;
  await setRight("reviews_reports", 1)(deps, reader.id, BY_OFFICE);
  const by = { actor: { kind: "assessor" as const, id: reader.id }, requestId: "seed" };
  const comment = {
    partKey: "decision-1",
    text: "Which of the two ways did you put first, and with what words?",
  };
  refuseNothing(await addComment(deps, { bookingId: booking.id, version: 1, by }, comment));
}

async function uploadReport(
  deps: SeedDeps,
  { id: bookingId, reference }: BookingRow,
  { declaredName, by }: { declaredName: string; by: ActedByRequest },
): Promise<void> {
  const stored = await storeDocument(deps, {
    bookingId,
    purpose: "report",
    kind: "other",
    visibleTo: "assessor-and-staff",
    by,
    name: `Report ${reference}.pdf`,
    content: blankPage(`Report ${reference}`),
  });
  if (!stored.ok) throw new Error(`A demonstration report is refused: ${stored.problem}`);
  const decisions = (await bookingLines(deps.db, bookingId)).map(({ assessment_id }) => assessment_id);
  const declared = { bookingId, documentId: stored.documentId, kind: "report", decisions, by } as const;
  refuseNothing(await declareReport(deps, { ...declared, declaredName }));
}

function refuseNothing(result: { ok: true } | { ok: false; problem: string }) {
  if (!result.ok) throw new Error(`A demonstration report is refused: ${result.problem}`);
}

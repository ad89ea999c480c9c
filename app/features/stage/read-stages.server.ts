import type { ExpressionBuilder } from "kysely";
import { byIds } from "#app/kit/pieces.server.ts";
import { assessorsById, type Assessor } from "#app/features/assessors/assessors.server.ts";
import {
  dueTask,
  invoicesByBooking,
  invoiceTask,
  type BookingInvoice,
} from "#app/features/billing/invoice-state.server.ts";
import { creditPence, standingOf, standingWords } from "#app/features/billing/invoice-standing.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { visitOfReport } from "#app/features/report/read-progress.server.ts";
import { isAboutAssessor, isAboutPlace, maySettle } from "#app/features/visits/plan/visit-problems.ts";
import { troubledVisits, withProblems } from "#app/features/visits/plan/visit-problems.server.ts";
import { heldVisits, visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { bookingDay } from "#app/features/visits/record/booking-day.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { hasEnded, spanOf } from "#app/features/visits/record/visit-times.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Tables } from "#app/platform/tables.ts";
import { readFacts, readMoment, type Moment } from "./facts.server.ts";
import { waitsSince, type Moments } from "./stage-age.ts";
import { nextAction, type NextAction } from "./next-action.ts";
import { stageOf, type Facts, type Stage } from "./stage.ts";

export type BookingStage = {
  stage: Stage;
  facts: Facts;
  next: NextAction;
  /** The one of the visit to come, or the last one; of a visit without an outcome while one is missing. */
  assessor: { id: string; name: string; email: string; phone: string | null } | undefined;
  /** The day on which the report is due; null before the visit is over. */
  dueOn: IsoDate | null;
  /** The instant (UTC) since which it waits in its stage; null where nobody waits. */
  since: string | null;
};

/** Stage and next action of each of these bookings, by id. The same few queries for any number. */
export async function readStages(deps: Deps, bookingIds: string[], moment?: Moment) {
  if (bookingIds.length === 0) return new Map();
  const at = moment ?? (await readMoment(deps));
  const facts = await readFacts(deps.db, at, bookingIds);
  const stages = new Map([...facts].map(([id, known]) => [id, stageOf(known)]));
  const bookings = await byIds(bookingIds, (piece) =>
    deps.db.selectFrom("bookings").selectAll().select(lastInstants).where("id", "in", piece).execute(),
  );
  const invoices = await invoicesByBooking(deps, bookingIds);
  const visitsOf = await visitsByBooking(deps.db, bookingIds);
  const held = await heldVisits(deps.db, bookingIds);
  const toCome = bookingIds.filter((id) => facts.get(id)?.hasVisitToCome);
  const visitsAtStake = toCome.length === 0 ? [] : await troubledVisits(deps, { bookingIds: toCome });
  const bookingsWith = (isWanted: typeof isAboutPlace) =>
    new Set(withProblems(visitsAtStake, isWanted).map(({ booking_id }) => booking_id));
  const troubled = bookingsWith(isAboutAssessor);
  const inDoubt = bookingsWith((problem) => isAboutPlace(problem) && maySettle(problem));
  const unplaced = bookingsWith((problem) => isAboutPlace(problem) && !maySettle(problem));
  const now = deps.clock.now();
  const visitOf = (id: string) => {
    const agreed = (visitsOf.get(id) ?? []).filter(({ ended_as }) => ended_as === null);
    const untold = agreed.filter((visit) => !held.has(visit.id) && hasEnded(visit, now));
    return stages.get(id) === "outcome-missing" ? untold.at(-1) : agreed.at(-1);
  };
  const assessors = await assessorsById(
    deps,
    bookingIds.flatMap((id) => visitOf(id)?.assessor_id ?? []),
  );
  const isOutdated = (booking: BookingRow, invoice: BookingInvoice) => {
    const dated = { status: booking.status, preferredDate: booking.preferred_date };
    const day = bookingDay(dated, visitsOf.get(booking.id) ?? [], now);
    return invoiceTask(booking, invoice) !== null || dueTask(booking, invoice, day) !== null;
  };
  return new Map(
    bookings.map((booking) => {
      const { id, awaits_contact_since: owedSince } = booking;
      const known = facts.get(id)!;
      const stage = stages.get(id)!;
      const invoice = invoices.get(id);
      const assessor = assessors.get(visitOf(id)?.assessor_id ?? "");
      const { dueOn } = visitOfReport(deps, booking, visitsOf.get(id) ?? [], held);
      const situation = {
        ...known,
        isInvoiceOutdated: known.isBillingLate || (invoice ? isOutdated(booking, invoice) : false),
        isRefundDue: invoice ? creditPence(invoice) > 0 : false,
        awaitsPayment: invoice ? ["due", "on-its-way"].includes(standingOf(invoice, at.today)) : false,
        isReportLate: dueOn !== null && at.today > dueOn,
        isAssessorUnable: troubled.has(id),
        isPlaceInDoubt: inDoubt.has(id),
        lacksAddress: unplaced.has(id),
      };
      const words = {
        assessor: assessor?.name ?? "the assessor",
        due: dueOn ? formatDate(dueOn) : "",
        contact: owedSince ? formatDate(londonDate(new Date(owedSince))) : "",
        payment: invoice ? standingWords(invoice, at.today) : "",
      };
      const next = nextAction(id, { stage, situation, words });
      const moments = momentsOf(booking, visitsOf.get(id) ?? [], at.now);
      const person = assessor && personOf(assessor);
      const since = waitsSince(stage, moments, at.now);
      return [id, { stage, facts: known, next, assessor: person, dueOn, since }];
    }),
  );
}

/** Pages are told no more of an assessor. */
const personOf = ({ id, name, email, phone }: Assessor) => ({ id, name, email, phone });

type Read = "contacted" | "asked" | "unasked" | "declared" | "reviewed";

/** Instants of what was done about a booking last, as columns of its row. */
function lastInstants(eb: ExpressionBuilder<Tables, "bookings">) {
  const contacts = eb
    .selectFrom("booking_contacts")
    .whereRef("booking_contacts.booking_id", "=", "bookings.id")
    .where("outcome", "!=", "texted");
  const questions = eb
    .selectFrom("visit_questions")
    .whereRef("visit_questions.booking_id", "=", "bookings.id");
  const reports = eb.selectFrom("reports").whereRef("reports.booking_id", "=", "bookings.id");
  return [
    contacts.select(({ fn }) => fn.max("at").as("at")).as("contacted"),
    questions.select(({ fn }) => fn.max("visit_questions.created_at").as("at")).as("asked"),
    questions.select(({ fn }) => fn.max("visit_questions.closed_at").as("at")).as("unasked"),
    reports.select(({ fn }) => fn.max("declared_at").as("at")).as("declared"),
    reports.select(({ fn }) => fn.max("reviewed_at").as("at")).as("reviewed"),
  ];
}

function momentsOf(booking: BookingRow & Pick<Moments, Read>, visits: VisitRow[], now: string): Moments {
  const over = visits.flatMap((visit) =>
    visit.ended_as === null ? new Date(spanOf(visit).until).toISOString() : [],
  );
  return {
    ...booking,
    booked: booking.created_at,
    contactDue: booking.awaits_contact_since,
    unvisited: latest(visits.flatMap(({ ended_at }) => ended_at ?? [])),
    visited: latest(over.filter((until) => until <= now)),
  };
}

const latest = (instants: string[]) => instants.toSorted().at(-1) ?? null;

/** Stage and next action of one booking that exists. */
export const readStage = async (deps: Deps, bookingId: string): Promise<BookingStage> =>
  (await readStages(deps, [bookingId])).get(bookingId)!;

import { valuesOf } from "#app/platform/values-of.ts";
import type { ExpressionBuilder } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { BookingLineRow } from "#app/features/booking/fields/tables.ts";
import { linesByBooking } from "#app/features/booking/record/queries.server.ts";
import { bookedVat } from "#app/features/settings/offer.ts";
import { modeOf } from "#app/features/visits/record/find-visits.server.ts";
import { heldOf } from "#app/features/visits/record/visit-records.server.ts";
import { byIds, inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { addDays, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { approvedClaims } from "./claim-rows.server.ts";
import { decisionFees, ruleFor, type Decision, type Fee } from "./fees.ts";
import type { ClosedLine, VisitFacts } from "./lines.ts";
import { listRules } from "./rules.server.ts";
import type { PayRule } from "./rule-kinds.ts";

type Read = Pick<Deps, "secrets" | "settings"> & { db: Executor };

/** Closed lines of visits before that are settled. */
const ADJUSTED_DAYS = 400;
/** Older visits earn nothing any more: statements are deleted after six years, and would be made again. */
const SETTLED_DAYS = 5 * 365;

function decisionsOf(
  { settings }: Pick<Deps, "settings">,
  bookedAt: string,
  lines: readonly BookingLineRow[],
) {
  const { vatRate } = bookedVat(settings.current(), bookedAt);
  return lines.map(({ assessment_id, price_pence }): Decision => ({
    assessmentId: assessment_id,
    pricePence: price_pence,
    vatRate,
  }));
}

type Wanted = { until: IsoDate; rules: readonly PayRule[]; assessorId?: string };

const firstDayOfRules = (rules: readonly PayRule[]): IsoDate =>
  rules.reduce((first, { validFrom }) => (validFrom < first ? validFrom : first), "9999-12-31");

/** Miles or an expense, claimed in time, is paid whatever the day of the rules. */
const hasApproved = (eb: ExpressionBuilder<Tables, "visits">, assessorId?: string) =>
  eb.exists(
    eb
      .selectFrom("pay_claims")
      .select("pay_claims.id")
      .whereRef("pay_claims.visit_id", "=", "visits.id")
      .where("pay_claims.state", "=", "approved")
      .$if(assessorId !== undefined, (query) => query.where("pay_claims.assessor_id", "=", assessorId!)),
  );

function selectVisits(
  db: Executor,
  { until, rules, assessorId }: Wanted,
  last: { day: IsoDate; id: string } | undefined,
) {
  return db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select([
      ...(["visits.id", "visits.booking_id", "visits.assessor_id", "visits.day"] as const),
      ...(["visits.is_virtual", "visits.created_at", "bookings.reference", "bookings.total_pence"] as const),
      ...(["bookings.created_at as booked_at", "bookings.referrer_email_key"] as const),
    ])
    .where("visits.day", "<=", until)
    .where("visits.day", ">=", addDays(until, -SETTLED_DAYS))
    .where((eb) =>
      eb.or([
        eb("visits.created_at", ">=", startOfLondonDay(firstDayOfRules(rules)).toISOString()),
        hasApproved(eb),
      ]),
    )
    .where((eb) => eb.or([eb("visits.ended_as", "is", null), eb("visits.ended_as", "!=", "cancelled")]))
    .where((eb) =>
      eb.or([
        eb("visits.day", ">=", addDays(until, -ADJUSTED_DAYS)),
        eb.not(
          eb.exists(
            eb
              .selectFrom("pay_lines")
              .select("pay_lines.id")
              .whereRef("pay_lines.visit_id", "=", "visits.id"),
          ),
        ),
      ]),
    )
    .$if(assessorId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("visits.assessor_id", "=", assessorId!),
          hasApproved(eb, assessorId),
          eb.exists(
            eb
              .selectFrom("pay_lines")
              .innerJoin("pay_statements", "pay_statements.id", "pay_lines.statement_id")
              .select("pay_lines.id")
              .whereRef("pay_lines.visit_id", "=", "visits.id")
              .where("pay_statements.assessor_id", "=", assessorId!),
          ),
        ]),
      ),
    )
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb.and([
          eb("visits.day", ">=", last!.day),
          eb.or([eb("visits.day", ">", last!.day), eb("visits.id", ">", last!.id)]),
        ]),
      ),
    )
    .orderBy("visits.day")
    .orderBy("visits.id")
    .limit(MAX_PIECE)
    .execute();
}

/** The day of the first release of each booking's report. */
async function releasedDays(db: Executor, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("reports")
      .select((eb) => ["booking_id", eb.fn.min("reviewed_at").as("at")])
      .where("booking_id", "in", piece)
      .where("state", "in", ["released", "withdrawn"])
      .where("reviewed_at", "is not", null)
      .groupBy("booking_id")
      .execute(),
  );
  return new Map(rows.map(({ booking_id, at }) => [booking_id, londonDate(new Date(at!))]));
}

/** The day on which each booking's invoices were paid in full. */
async function paidDays(db: Executor, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("invoices")
      .select(["booking_id", "kind", "paid_on", "read_at", "created_at"])
      .where("booking_id", "in", piece)
      .where("vendor_status", "=", "paid")
      .execute(),
  );
  return new Map(
    rows
      // A deposit is a part of the price.
      .filter(({ kind }) => kind === "full")
      .map((row) => [row.booking_id, row.paid_on ?? londonDate(new Date(row.read_at ?? row.created_at))]),
  );
}

/** Visits whose outcome is recorded, until a day, with what decides about their pay, in pieces of some hundred. */
export async function* readFacts(deps: Read, wanted: Wanted): AsyncGenerator<VisitFacts[]> {
  if (wanted.rules.length === 0) return;
  const pages = inPages<Visit>((last) => selectVisits(deps.db, wanted, last));
  for await (const visits of pages) yield await factsOf(deps, visits);
}

type Visit = Awaited<ReturnType<typeof selectVisits>>[number];

async function factsOf(deps: Read, visits: readonly Visit[]): Promise<VisitFacts[]> {
  const bookingIds = [...new Set(visits.map(({ booking_id }) => booking_id))];
  const held = await heldOf(deps, valuesOf(visits, "id"));
  const lines = await linesByBooking(
    deps.db,
    bookingIds.map((id) => ({ id })),
  );
  const claims = await approvedClaims(deps.db, valuesOf(visits, "id"));
  const [released, paid] = [await releasedDays(deps.db, bookingIds), await paidDays(deps.db, bookingIds)];
  return visits.flatMap((visit): VisitFacts[] => {
    const outcome = held.get(visit.id);
    if (!outcome) return [];
    const releasedOn = released.get(visit.booking_id) ?? null;
    return [
      {
        visitId: visit.id,
        reference: visit.reference,
        assessorId: visit.assessor_id,
        day: visit.day,
        agreedOn: londonDate(new Date(visit.created_at)),
        mode: modeOf(visit),
        decisions: decisionsOf(deps, visit.booked_at, lines.get(visit.booking_id) ?? []),
        ...outcome,
        releasedOn,
        // Nobody pays for a booking without a price.
        paidOn: visit.total_pence > 0 ? (paid.get(visit.booking_id) ?? null) : releasedOn,
        isErased: visit.referrer_email_key === "",
        claims: claims.get(visit.id) ?? [],
      },
    ];
  });
}

/** The lines of these visits that statements have. */
export async function closedLines(
  { db }: { db: Executor },
  { visitIds, assessorId }: { visitIds: readonly string[]; assessorId?: string },
): Promise<ClosedLine[]> {
  const rows = await byIds(visitIds, (piece) =>
    db
      .selectFrom("pay_lines")
      .innerJoin("pay_statements", "pay_statements.id", "pay_lines.statement_id")
      .selectAll("pay_lines")
      .select("pay_statements.assessor_id")
      .where("pay_lines.visit_id", "in", piece)
      .$if(assessorId !== undefined, (query) => query.where("pay_statements.assessor_id", "=", assessorId!))
      .orderBy("pay_lines.due_on")
      .orderBy("pay_lines.id")
      .execute(),
  );
  return rows.map((row) => ({
    key: row.line_key,
    assessorId: row.assessor_id,
    visitId: row.visit_id!,
    reference: row.reference,
    kind: row.kind,
    detail: row.detail,
    pence: row.net_pence,
    dueOn: row.due_on,
  }));
}

/** The fees of open questions for an assessor who answers them on a day, by the question's id. */
export async function questionFees(
  deps: Read,
  { ids, assessorId, agreedOn }: { ids: readonly string[]; assessorId: string; agreedOn: IsoDate },
): Promise<Map<string, Fee[]>> {
  const rules = ids.length > 0 ? await listRules(deps) : [];
  if (rules.length === 0) return new Map();
  const rows = await byIds(ids, (piece) =>
    deps.db
      .selectFrom("visit_questions")
      .innerJoin("bookings", "bookings.id", "visit_questions.booking_id")
      .select([
        "visit_questions.id",
        "booking_id",
        "visit_questions.is_virtual",
        "bookings.created_at as booked_at",
      ])
      .where("visit_questions.id", "in", piece)
      .execute(),
  );
  const lines = await linesByBooking(
    deps.db,
    rows.map(({ booking_id }) => ({ id: booking_id })),
  );
  return new Map(
    rows.map((row) => {
      const decisions = decisionsOf(deps, row.booked_at, lines.get(row.booking_id) ?? []);
      return [row.id, decisionFees(rules, { assessorId, agreedOn, mode: modeOf(row), decisions })];
    }),
  );
}

/** Whole pence that a mile to these visits earns their assessors; null, or missing, where no rule says anything. */
export async function mileRates(deps: { db: Executor }, visitIds: readonly string[]) {
  const rules = (await listRules(deps)).filter(({ kind }) => kind === "mile");
  if (rules.length === 0) return new Map();
  const rows = await byIds(visitIds, (piece) =>
    deps.db
      .selectFrom("visits")
      .select(["id", "assessor_id", "is_virtual", "created_at"])
      .where("id", "in", piece)
      .execute(),
  );
  return new Map(
    rows.map((row) => {
      const agreedOn = londonDate(new Date(row.created_at));
      const agreed = { assessorId: row.assessor_id, agreedOn, mode: modeOf(row) };
      return [row.id, ruleFor(rules, agreed, { kind: "mile" })?.pence ?? null];
    }),
  );
}

/** The fee of a visit for its assessor, by the rules of the day on which it was agreed; the rate of a mile is null
 * where miles earn nothing. Null where no rule says anything of either. */
export async function visitFee(deps: Read, visitId: string) {
  const rules = await listRules(deps);
  const row = await deps.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["visits.booking_id", "visits.assessor_id", "visits.is_virtual", "visits.created_at"])
    .select("bookings.created_at as booked_at")
    .where("visits.id", "=", visitId)
    .executeTakeFirst();
  if (!row || rules.length === 0) return null;
  const lines = await linesByBooking(deps.db, [{ id: row.booking_id }]);
  const agreed = {
    assessorId: row.assessor_id,
    agreedOn: londonDate(new Date(row.created_at)),
    mode: modeOf(row),
    decisions: decisionsOf(deps, row.booked_at, lines.get(row.booking_id) ?? []),
  };
  const { held, reason } = (await heldOf(deps, [visitId])).get(visitId) ?? { held: "full", reason: null };
  const kind = ({ part: "part", none: "not-held", full: null } as const)[held];
  return {
    fees: decisionFees(rules, agreed),
    /** The fee of a visit that was held in part, or not; null while it counts as held in full. */
    shortened: kind ? { kind, pence: ruleFor(rules, agreed, { kind, reason })?.pence ?? 0 } : null,
    milePence: ruleFor(rules, agreed, { kind: "mile" })?.pence ?? null,
  };
}

import { sql } from "kysely";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { spanOf } from "#app/features/visits/record/visit-times.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Moments } from "./stage-age.ts";

type Read = "contacted" | "asked" | "unasked" | "declared" | "reviewed";

const latest = (instants: (string | null)[]) =>
  instants
    .filter((instant) => instant !== null)
    .toSorted()
    .at(-1) ?? null;

/** The beginnings of stages of these bookings, by id. One query. */
export async function readMoments(
  executor: Executor,
  bookings: readonly Pick<BookingRow, "id" | "created_at" | "awaits_contact_since">[],
  visitsOf: ReadonlyMap<string, VisitRow[]>,
  now: Date,
): Promise<Map<string, Moments>> {
  const ids = bookings.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const contacts = executor
    .selectFrom("booking_contacts")
    .select((eb) => [
      "booking_id",
      sql<Read>`'contacted'`.as("name"),
      eb.fn.max<string | null>("at").as("at"),
    ])
    .where("booking_id", "in", ids)
    .where("outcome", "!=", "texted")
    .groupBy("booking_id");
  const questions = executor
    .selectFrom("visit_questions")
    .where("booking_id", "in", ids)
    .groupBy("booking_id");
  const reports = executor.selectFrom("reports").where("booking_id", "in", ids).groupBy("booking_id");
  const rows = await contacts
    .unionAll(
      questions.select((eb) => [
        "booking_id",
        sql<Read>`'asked'`.as("name"),
        eb.fn.max<string | null>("created_at").as("at"),
      ]),
    )
    .unionAll(
      questions.select((eb) => [
        "booking_id",
        sql<Read>`'unasked'`.as("name"),
        eb.fn.max<string | null>("closed_at").as("at"),
      ]),
    )
    .unionAll(
      reports.select((eb) => [
        "booking_id",
        sql<Read>`'declared'`.as("name"),
        eb.fn.max<string | null>("declared_at").as("at"),
      ]),
    )
    .unionAll(
      reports.select((eb) => [
        "booking_id",
        sql<Read>`'reviewed'`.as("name"),
        eb.fn.max<string | null>("reviewed_at").as("at"),
      ]),
    )
    .execute();
  const read = new Map(rows.map(({ booking_id, name, at }) => [`${booking_id} ${name}`, at]));
  return new Map(
    bookings.map(({ id, created_at, awaits_contact_since }) => {
      const visits = visitsOf.get(id) ?? [];
      const over = visits
        .filter(({ ended_as }) => ended_as === null)
        .map((visit) => spanOf(visit).until)
        .filter((until) => until <= now.getTime());
      return [
        id,
        {
          booked: created_at,
          contactDue: awaits_contact_since,
          contacted: read.get(`${id} contacted`) ?? null,
          asked: read.get(`${id} asked`) ?? null,
          unasked: read.get(`${id} unasked`) ?? null,
          unvisited: latest(visits.map(({ ended_at }) => ended_at)),
          visited: over.length === 0 ? null : new Date(Math.max(...over)).toISOString(),
          declared: read.get(`${id} declared`) ?? null,
          reviewed: read.get(`${id} reviewed`) ?? null,
        },
      ];
    }),
  );
}

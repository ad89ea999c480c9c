import type { Expression, SqlBool } from "kysely";
import type { Executor } from "#app/platform/database.server.ts";

/** At most `limit` files in which a virus was found and which staff have not dealt with, the longest waiting first:
 * papers until they are deleted, reports until they are returned or withdrawn. Those of cancelled bookings can
 * no longer change. */
export async function listInfectedFiles(executor: Executor, limit: number, of?: Expression<SqlBool>) {
  return executor
    .selectFrom("documents")
    .innerJoin("bookings", "bookings.id", "documents.booking_id")
    .leftJoin("reports", (join) =>
      join
        .onRef("reports.booking_id", "=", "documents.booking_id")
        .onRef("reports.document_id", "=", "documents.id"),
    )
    .select([
      "documents.id",
      "documents.booking_id as bookingId",
      "documents.purpose",
      "documents.kind",
      "documents.scanned_at as foundAt",
      "bookings.reference",
    ])
    .where("documents.scan", "=", "infected")
    .where("bookings.status", "!=", "cancelled")
    .where((eb) =>
      eb.or([eb("documents.purpose", "=", "paper"), eb("reports.state", "in", ["in-review", "released"])]),
    )
    .$if(of !== undefined, (query) => query.where(of!))
    .orderBy("documents.created_at")
    .orderBy("documents.id")
    .limit(limit)
    .execute();
}

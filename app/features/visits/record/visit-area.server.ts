import type { Deps } from "#app/deps.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { VisitQuestion } from "./find-visits.server.ts";
import { districtOf, isInTown } from "./visit-place.ts";

/** Town and postcode district of a visit's place, without street or person: the client's town only where the place
 * is in it. */
export async function areaOf(deps: Pick<Deps, "db" | "secrets">, booking: BookingRow, place: string) {
  const { clientTownCity } = await readBooking(deps, booking);
  const isThere = clientTownCity !== null && (place === "" || isInTown(place, clientTownCity));
  return { town: isThere ? clientTownCity : null, district: districtOf(place, booking.assessment_location) };
}

/** `Leeds, LS6`. Null when neither town nor postcode is known. */
export async function townOf(
  deps: Pick<Deps, "db" | "secrets">,
  booking: BookingRow,
  { mode, place }: Pick<VisitQuestion, "mode" | "place">,
): Promise<string | null> {
  if (mode === "virtual") return null;
  const { town, district } = await areaOf(deps, booking, place);
  return [town, district].filter(Boolean).join(", ") || null;
}

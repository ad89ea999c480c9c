import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { ADDRESS_SOURCES, type AddressSource, type RecordedAddress } from "./addresses.ts";
import { addressOf } from "#app/features/visits/record/visit-place.ts";

type SealedBooking = Pick<BookingRow, "id" | "is_virtual" | "assessment_location" | "client_details_sealed">;

const text = (answer: unknown) => (typeof answer === "string" ? answer : null);

/** The addresses that a booking's records have, each once. None for a virtual booking. `personalDetails` are the
 * saved answers. */
export function addressesOf(secrets: Secrets, booking: SealedBooking, personalDetails: Answers | undefined) {
  if (booking.is_virtual === 1) return [];
  const given = personalDetails ?? {};
  const client = decryptClientDetails(secrets, booking);
  const found: Record<AddressSource, string> = {
    referral: addressOf(
      ["addressLine1", "addressLine2", "townCity", "postcode"].map((name) => text(given[name])),
    ),
    client: addressOf([client.addressLine1, client.addressLine2, client.townCity, client.postcode]),
    location: booking.assessment_location?.trim() ?? "",
  };
  const seen = new Set<string>();
  return (Object.keys(ADDRESS_SOURCES) as AddressSource[]).flatMap((source) => {
    const address = found[source];
    if (address === "" || seen.has(address)) return [];
    seen.add(address);
    // Most visits are at an address on record, and nobody asks for its keys.
    return [
      {
        source,
        address,
        get keys() {
          return secrets.hashes(address, "visit-address").map((key) => key.slice(0, 22));
        },
      },
    ];
  });
}

/** `addressesOf` by the booking's saved referral. */
export async function readAddresses(
  { db, secrets }: { db: Executor; secrets: Secrets },
  booking: SealedBooking,
): Promise<RecordedAddress[]> {
  const saved = await findSavedReferrals(db, secrets, [booking.id], ["personalDetails"]);
  return addressesOf(secrets, booking, saved.get(booking.id)?.sections.personalDetails?.answers);
}

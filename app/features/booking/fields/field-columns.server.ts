import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import {
  ALL_FIELDS,
  SHOWN_FIELDS,
  type BillingValues,
  type BookingValues,
  type ClientDetails,
  type FieldColumns,
  type ShownValues,
  type StoredName,
} from "./field-values.ts";
import { BILLING_FIELDS } from "./fields.ts";
import type { BookingRow } from "./tables.ts";

const DETAILS = ALL_FIELDS.flatMap(({ name, detail, kind }) => (detail ? [{ name, detail, kind }] : []));
const COLUMNS = ALL_FIELDS.flatMap(({ name, column }) => (column ? [{ name, column }] : []));

const sealedClientDetails = sealedJsonColumn<Partial<ClientDetails>>("bookings", "client_details_sealed");

export const NO_CLIENT_DETAILS = Object.fromEntries(
  DETAILS.map(({ detail, kind }) => [detail, kind === "country-code" ? DEFAULT_COUNTRY_CODE : null]),
) as ClientDetails;

/** Seals the client's details for the booking's row. `decryptClientDetails` reads them back. */
export const encryptClientDetails = (secrets: Secrets, bookingId: string, details: ClientDetails): string =>
  sealedClientDetails.encrypt(secrets, bookingId, details);

/** The client's details, blank where none were given. Throws when no DATA_KEY opens them. */
export function decryptClientDetails(
  secrets: Secrets,
  booking: Pick<BookingRow, "id" | "client_details_sealed">,
): ClientDetails {
  if (booking.client_details_sealed === null) return NO_CLIENT_DETAILS;
  const given = sealedClientDetails.decrypt(secrets, booking.id, booking.client_details_sealed);
  return { ...NO_CLIENT_DETAILS, ...given };
}

/** The sealed part of a booking's values; null for what was not given. */
export function clientDetailsOf(values: Partial<BookingValues>): ClientDetails {
  const given: Partial<Record<string, unknown>> = values;
  return Object.fromEntries(
    DETAILS.map(({ name, detail }) => [detail, given[name] ?? null]),
  ) as ClientDetails;
}

const isSealed = (column: string) => column.endsWith("_sealed");

/** The columns of these values, without `client_details_sealed`. */
export function fieldColumns<Name extends StoredName>(
  secrets: Secrets,
  bookingId: string,
  values: Pick<BookingValues, Name>,
): FieldColumns<Name> {
  const given: Partial<Record<string, unknown>> = values;
  const columns = COLUMNS.filter(({ name }) => given[name] !== undefined).map(({ name, column }) => {
    const value = given[name];
    if (typeof value === "boolean") return [column, value ? 1 : 0];
    if (!isSealed(column) || typeof value !== "string") return [column, value];
    return [column, sealedColumn("bookings", column).encrypt(secrets, bookingId, value)];
  });
  return Object.fromEntries(columns) as FieldColumns<Name>;
}

function readColumn<Column extends keyof BookingRow>(
  secrets: Secrets,
  booking: Pick<BookingRow, Column | "id">,
  column: Column,
): unknown {
  const held = booking[column];
  if (!isSealed(column) || typeof held !== "string") return held;
  return sealedColumn("bookings", column).decrypt(secrets, booking.id, held);
}

/** Throws when no key of DATA_KEY decrypts them. */
export function shownValues(secrets: Secrets, booking: BookingRow): ShownValues {
  const details: Record<string, unknown> = decryptClientDetails(secrets, booking);
  const values = SHOWN_FIELDS.map(({ name, kind, column, detail }) => {
    const held = column ? readColumn(secrets, booking, column) : detail && details[detail];
    return [name, kind === "flag" ? held === 1 : held];
  });
  return Object.fromEntries(values) as ShownValues;
}

/** The billing details that were given; an absent key for any other. Throws when no key of DATA_KEY decrypts them. */
export function givenBilling(
  secrets: Secrets,
  booking: Pick<BookingRow, "id" | (typeof BILLING_FIELDS)[keyof typeof BILLING_FIELDS]["column"]>,
): { [Name in keyof BillingValues]?: string } {
  const values = Object.entries(BILLING_FIELDS).map(([name, { column }]) => [
    name,
    readColumn(secrets, booking, column),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as ReturnType<typeof givenBilling>;
}

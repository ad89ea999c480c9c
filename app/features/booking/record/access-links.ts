import type { BookingRow } from "#app/features/booking/fields/tables.ts";

const HOUR_MS = 3_600_000;
/** A referrer who mistyped their new address has so long to come back by an earlier mail. */
const OLD_LINK_HOURS = 48;

type Links = Pick<BookingRow, "token_version" | "old_link_version" | "old_link_until">;

/** The version of earlier links that still open the booking beside those of now; null for none. */
export const oldLinkVersion = ({ old_link_version, old_link_until }: Links, now: Date): number | null =>
  old_link_until !== null && old_link_until > now.toISOString() ? old_link_version : null;

/** Columns that end every link to the booking sent so far. */
export const withNewLink = ({ token_version }: Pick<Links, "token_version">): Links => ({
  token_version: token_version + 1,
  old_link_version: null,
  old_link_until: null,
});

/** Columns with which staff end every link, those of its invoices too: one reached the wrong person. */
export const withEndedLinks = (booking: Pick<Links, "token_version">) => ({
  ...withNewLink(booking),
  invoice_link_version: booking.token_version + 1,
});

/** Columns for a new address that the referrer gave: the links that reached them last work until the new address is
 * used, or for 48 hours. Links to an address between that was never used end at once. */
export const withNewAddress = (booking: Links, now: Date): Links => ({
  ...withNewLink(booking),
  old_link_version: oldLinkVersion(booking, now) ?? booking.token_version,
  old_link_until: new Date(now.getTime() + OLD_LINK_HOURS * HOUR_MS).toISOString(),
});

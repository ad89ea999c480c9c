/** The referrer's pages, or those of staff. */
export type Area = "referrer" | "staff";

/** Addresses of the pages on which others are asked. */
export function helpPaths(area: Area, bookingId: string) {
  const list = area === "staff" ? `/admin/bookings/${bookingId}/parts` : `/referral-form/${bookingId}/help`;
  return {
    list,
    ask: `${list}/new`,
    one: (id: string) => `${list}/${id}`,
    sheet: (id: string) => `${list}/${id}/sheet`,
    keyIn: (id: string) => `/admin/bookings/${bookingId}/part/${id}`,
  };
}

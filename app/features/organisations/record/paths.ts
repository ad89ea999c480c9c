/** The control of an address that says which organisation it is about, for members of several. */
export const WHICH = "of";

/** The address of an organisation's page; `page` begins with a slash, or is empty for its bookings. */
export const organisationPath = (page: string, { id }: { id: string }) =>
  `/organisation${page}?${WHICH}=${id}`;

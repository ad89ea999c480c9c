/** The person to be assessed: everything about them but their name, kept encrypted in `bookings.client_details_sealed`. */
export type ClientDetails = {
  title: string | null;
  gender: string | null;
  genderOther: string | null;
  /** A day that exists, `YYYY-MM-DD`. */
  dob: string | null;
  /** Normalised national digits, `7700900123`. */
  phone: string | null;
  phoneAsTyped: string | null;
  /** `+44` unless chosen otherwise. */
  countryCode: string;
  addressLine1: string | null;
  addressLine2: string | null;
  townCity: string | null;
  postcode: string | null;
};

/** What a booking holds when nothing was said about the client: "Not provided yet" on screens. */
export const NO_CLIENT_DETAILS: ClientDetails = {
  title: null,
  gender: null,
  genderOther: null,
  dob: null,
  phone: null,
  phoneAsTyped: null,
  countryCode: "+44",
  addressLine1: null,
  addressLine2: null,
  townCity: null,
  postcode: null,
};

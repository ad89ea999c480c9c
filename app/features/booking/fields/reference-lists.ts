export const RELATIONSHIPS = [
  "Spouse/Partner",
  "Son",
  "Daughter",
  "Parent",
  "Deputy",
  "Solicitor",
  "Paralegal",
  "Power of Attorney",
  "Sibling",
  "Carer",
  "Social Worker",
  "Healthcare Professional",
  "Local Authority",
  "Other Professional",
  "Nephew",
  "Niece",
  "Grandchild",
  "Friend",
  "Neighbour",
  "Other",
] as const;

export const FAMILY_CAPACITY = "Family, friend or neutral party";
export const PROFESSIONAL_CAPACITY = "Professional capacity";
export const PROFESSIONAL_CAPACITIES = [FAMILY_CAPACITY, PROFESSIONAL_CAPACITY] as const;

export const TITLES = ["Mr", "Mrs", "Miss", "Ms", "Mx", "Dr", "Prof", "Rev"] as const;
export const GENDERS = ["Male", "Female", "Non-binary", "Prefer not to say", "Other"] as const;

export const PAYMENT_METHODS = ["pay-now", "pay-later"] as const;

/** How a booking came that staff typed in. Bookings of the website and the API have none. */
export const CHANNELS = ["telephone", "paper", "email"] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_WORDS: Record<Channel, string> = {
  telephone: "Telephone",
  paper: "Paper form",
  email: "Email",
};

export const VIRTUAL_LOCATION = "Virtual Assessment";

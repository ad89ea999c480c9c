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
/** The control's value for a third way to pay, where an agreement has it; the record says pay later. */
export const ON_ACCOUNT = "account";

export const PAYMENT_WORDS: Readonly<Record<string, string>> = {
  "pay-now": "Pay now",
  "pay-later": "Pay later",
  [ON_ACCOUNT]: "On account",
};

type Paid = { paymentMethod: "pay_now" | "pay_later"; onAccount?: boolean };

/** The control's value of a booking's way to pay. */
export const wayToPay = ({ paymentMethod, onAccount = false }: Paid) =>
  onAccount ? ON_ACCOUNT : paymentMethod === "pay_now" ? "pay-now" : "pay-later";

export const paymentWords = (paid: Paid): string => PAYMENT_WORDS[wayToPay(paid)]!;

/** How a booking came that staff typed in. Bookings of the website and the API have none. */
export const CHANNELS = ["telephone", "paper", "email"] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_WORDS: Record<Channel, string> = {
  telephone: "Telephone",
  paper: "Paper form",
  email: "Email",
};

export const VIRTUAL_LOCATION = "Virtual Assessment";

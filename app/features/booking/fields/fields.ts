import { currentOffer, noticeText } from "#app/features/catalogue/catalogue.ts";
import { CENTURY_AHEAD } from "./calendar.ts";
import {
  CHANNELS,
  GENDERS,
  PAYMENT_METHODS,
  PROFESSIONAL_CAPACITIES,
  RELATIONSHIPS,
  TITLES,
} from "./reference-lists.ts";
import type { StepSlug } from "./steps.ts";

/** Every field of a booking, declared once, by control name, in the order of the screen. Schemas, draft limits,
 * columns, read model, erasure, paper form and shared rows follow from it. Rules between fields are in `step-rules.ts`,
 * controls in their steps' components. Not sent to the browser. */
export type Declared = {
  label: string;
  /** Without a kind it is one line of text. `computed`: nobody is asked, the schema makes it of another field. */
  kind?: "lines" | "flag" | "date" | "country-code" | "list" | "payment" | "computed";
  longest?: number;
  /** Completes a year of two digits; without it such a date is refused. */
  century?: string;
  /** The message when it is missing; without one it may be left empty. */
  required?: string;
  /** The only values that it may have. */
  options?: readonly string[];
  /** The message for another one. Default: to choose one from the list. */
  notListed?: string;
  /** The column in `bookings`. A column whose name ends in `_sealed` is encrypted. */
  column?: string;
  /** The key in `client_details_sealed`, which is one encrypted JSON object. */
  detail?: string;
  /** The text that replaces this value when the booking is erased. Default: none, or "" where it is required. */
  erased?: string;
  /** The row's label on step 5, the booking's pages and the staff's page, unless they word it themselves. */
  fact?: string;
  /** The label on the paper form; null if the form has no box for it. */
  paper?: string | null;
  /** Notes for programs: about the value they send, and the value they read. */
  note?: string;
  readNote?: string;
};

const PHONE_NOTES = {
  note: "Any way of writing it; a +44 or 0044 is understood.",
  readNote: "National digits without the leading 0.",
} as const;
const PAPER_PHONE = "Phone (country code, if not +44)";

const hasWeekends = () => currentOffer().rules.hasWeekends;

export const CLIENT_FIELDS = {
  clientTitle: { label: "Title", longest: 20, options: TITLES, detail: "title" },
  clientFirstName: { label: "First name", longest: 100, column: "client_first_name" },
  clientLastName: { label: "Last name", longest: 100, column: "client_last_name" },
  clientGender: { label: "Gender", longest: 40, options: GENDERS, detail: "gender" },
  clientGenderOther: { label: "Gender", longest: 100, detail: "genderOther", paper: "Gender, if Other" },
  clientDob: { label: "Date of birth", kind: "date", longest: 40, detail: "dob", note: "YYYY-MM-DD." },
  clientPhone: {
    label: "Phone number",
    longest: 1000,
    detail: "phone",
    paper: PAPER_PHONE,
    readNote: PHONE_NOTES.readNote,
  },
  clientCountryCode: { label: "Country code", kind: "country-code", detail: "countryCode", paper: null },
  clientAddressLine1: { label: "Address line 1", longest: 200, detail: "addressLine1" },
  clientAddressLine2: { label: "Address line 2", longest: 200, detail: "addressLine2" },
  clientTownCity: { label: "Town or city", longest: 100, detail: "townCity" },
  clientPostcode: { label: "Postcode", longest: 20, detail: "postcode" },
} as const satisfies Record<string, Declared>;

/** Their wording is in `consents.ts`. The read model leaves them out. */
export const CONSENT_FIELDS = {
  consentEmail: { label: "Consent", kind: "flag", column: "consent_email" },
  consentWhatsApp: { label: "Consent", kind: "flag", column: "consent_whatsapp" },
  consentUpdates: { label: "Consent", kind: "flag", column: "consent_updates" },
  consentPrivacyPolicy: { label: "Consent", kind: "flag", column: "consent_privacy_policy" },
  startRequested: {
    label: "Start within 14 days",
    kind: "flag",
    column: "start_requested",
    note: "True when a private person asks for a start within the 14 days in which they may cancel.",
  },
} as const satisfies Record<string, Declared>;

export const STEP_FIELDS = {
  referrer: {
    referrerFirstName: {
      label: "First name",
      longest: 100,
      required: "First name is required",
      column: "referrer_first_name",
      erased: "Erased",
    },
    referrerLastName: {
      label: "Last name",
      longest: 100,
      required: "Last name is required",
      column: "referrer_last_name",
    },
    referrerEmail: {
      label: "Email address",
      longest: 1000,
      required: "Email address is required",
      column: "referrer_email",
      paper: "Email",
    },
    /** The address that the referrer kept although its domain looks misspelt, or `true`. */
    referrerEmailConfirmed: { label: "referrerEmailConfirmed", longest: 1000, paper: null },
    referrerPhone: {
      label: "Phone number",
      longest: 1000,
      required: "Phone number is required",
      column: "referrer_phone",
      paper: PAPER_PHONE,
      ...PHONE_NOTES,
    },
    referrerCountryCode: {
      label: "Country code",
      kind: "country-code",
      column: "referrer_country_code",
      paper: null,
    },
    referrerRelationship: {
      label: "Relationship",
      longest: 100,
      required: "Relationship to the client is required",
      options: RELATIONSHIPS,
      column: "referrer_relationship",
      paper: "Relationship to the person to be assessed",
    },
    referrerProfessionalCapacity: {
      label: "Professional capacity",
      longest: 100,
      options: PROFESSIONAL_CAPACITIES,
      notListed: "Please choose one of the two capacities.",
      column: "referrer_professional_capacity",
      paper: "In what capacity do you act?",
      note: "Required for Deputy, Carer and Power of Attorney.",
    },
    referrerCustomRole: {
      label: "Role",
      longest: 100,
      column: "referrer_custom_role",
      paper: "Your role (if Other or Other Professional)",
      note: "Required for Other Professional and Other.",
    },
    referrerOrganisation: {
      label: "Company or organisation",
      longest: 200,
      column: "referrer_organisation",
      fact: "Organisation",
      paper: "Company or organisation (if any)",
      note: "Required of those who act professionally.",
    },
  },
  assessments: {
    showVirtualPricing: {
      label: "Type",
      kind: "flag",
      column: "is_virtual",
      note: "True for virtual assessments; some are face-to-face only.",
    },
    selectedAssessments: {
      label: "Assessments",
      kind: "list",
      required: "Please select at least one assessment type.",
      get note() {
        const offered = currentOffer().assessments.map(({ name, id }) => `${name} (\`${id}\`)`);
        return `Names or ids, at least one. Now on offer: ${offered.join(", ")}.`;
      },
    },
    otherAssessmentDetails: {
      label: "The description",
      kind: "lines",
      longest: 4000,
      column: "other_details_sealed",
      note: "Required with Other; at most 100 words.",
    },
  },
  location: {
    assessmentLocation: {
      label: "Location",
      longest: 200,
      column: "assessment_location",
      paper: "Town, city or postcode (not needed for a virtual assessment)",
      note: "Town, city or postcode. Required unless the assessment is virtual.",
    },
  },
  scheduling: {
    preferredDate: {
      label: "Preferred date",
      kind: "date",
      century: CENTURY_AHEAD,
      longest: 40,
      column: "preferred_date",
      get paper() {
        return `Preferred date, at least ${noticeText()} ahead`;
      },
      get note() {
        const weekends = hasWeekends() ? "a weekend day only with allowWeekends" : "never a weekend day";
        return `YYYY-MM-DD, ${noticeText()} from today or later; ${weekends}.`;
      },
    },
    allowWeekends: {
      label: "Weekends",
      kind: "flag",
      column: "allow_weekends",
      get paper() {
        return hasWeekends() ? "Weekends are possible too" : null;
      },
    },
    preferEarlierDate: {
      label: "Earlier date",
      kind: "flag",
      column: "prefer_earlier_date",
      get paper() {
        return `Urgent: I would prefer an earlier date (within ${noticeText()}; additional fees may apply)`;
      },
      note: "True when it is urgent.",
    },
  },
  confirmation: {
    paymentMethod: {
      label: "Payment",
      kind: "payment",
      options: PAYMENT_METHODS,
      notListed: "Please choose to pay now or to pay later.",
      column: "payment_method",
    },
    ...CLIENT_FIELDS,
    ...CONSENT_FIELDS,
  },
} as const satisfies Record<StepSlug, Record<string, Declared>>;

/** Fields that staff add to a booking that they type in. Neither the wizard nor the API asks for them. */
export const TAKEN_FIELDS = {
  channel: {
    label: "How it came",
    options: CHANNELS,
    required: "Please choose how the booking came.",
    notListed: "Please choose how the booking came.",
  },
  shortNoticeReason: { label: "The reason for the short notice", kind: "lines", longest: 300 },
  notify: { label: "notify", kind: "flag" },
} as const satisfies Record<string, Declared>;

/** Details for the invoice, given after booking; the read model has only those that were given. Staff search for the
 * two numbers, so they are plain, like all columns of the search. The payer's name and address are sealed. */
export const BILLING_FIELDS = {
  poNumber: { label: "PO number", longest: 50, column: "po_number" },
  matterReference: { label: "Matter reference", longest: 50, column: "matter_reference" },
  billingName: { label: "Billing name", longest: 100, column: "billing_name_sealed" },
  billingAddress: { label: "Billing address", longest: 200, column: "billing_address_sealed" },
  billingEmail: { label: "Billing email", longest: 254, column: "billing_email_sealed" },
} as const satisfies Record<string, Declared>;

export const FIELDS = {
  ...STEP_FIELDS.referrer,
  ...STEP_FIELDS.assessments,
  ...STEP_FIELDS.location,
  ...STEP_FIELDS.scheduling,
  ...STEP_FIELDS.confirmation,
  ...BILLING_FIELDS,
  referrerPhoneAsTyped: {
    label: "Phone number",
    kind: "computed",
    column: "referrer_phone_as_typed",
    erased: "",
  },
  clientPhoneAsTyped: { label: "Phone number", kind: "computed", detail: "phoneAsTyped" },
} as const satisfies Record<string, Declared>;

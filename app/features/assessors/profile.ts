import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { IsoDate } from "#app/platform/dates.ts";

export const PROFESSIONS = {
  "social-worker": "Social worker",
  nurse: "Nurse",
  "occupational-therapist": "Occupational therapist",
  "speech-therapist": "Speech and language therapist",
  psychologist: "Psychologist",
  psychiatrist: "Psychiatrist",
} as const;

export type Profession = keyof typeof PROFESSIONS;

/** The registers, each with the page from which the public looks somebody up. */
export const REGISTERS: Readonly<Record<string, string>> = {
  "Social Work England": "https://www.socialworkengland.org.uk/",
  "Social Care Wales": "https://socialcare.wales/registration",
  "Nursing and Midwifery Council": "https://www.nmc.org.uk/registration/search-the-register/",
  "Health and Care Professions Council": "https://www.hcpc-uk.org/check-the-register/",
  "General Medical Council": "https://www.gmc-uk.org/registration-and-licensing/the-medical-register",
};

export const MODES = { "face-to-face": "Face-to-face", virtual: "Virtual" } as const satisfies Record<
  PricingMode,
  string
>;

export type AssessorProfile = {
  professions: Profession[];
  registerBody: string | null;
  registerNumber: string | null;
  /** The last day on which the registration is valid. */
  registerEndsOn: IsoDate | null;
  /** Ids of assessments. */
  assessments: string[];
  modes: PricingMode[];
  areas: string[];
  languages: string[];
  maxVisitsADay: number | null;
  travelBeforeMinutes: number;
  travelAfterMinutes: number;
  /** For the office, as it was typed. */
  phone: string | null;
};

export const DEFAULT_TRAVEL_MINUTES = 45;
export const professionsWords = (professions: readonly Profession[]): string =>
  professions.map((key) => PROFESSIONS[key] ?? key).join(", ");

import { PROFESSIONAL_CAPACITY } from "./reference-lists.ts";

const ASKS_CAPACITY = new Set(["Deputy", "Carer", "Power of Attorney"]);
const ASKS_ROLE = new Set(["Other Professional", "Other"]);
const ALWAYS_PROFESSIONAL = new Set([
  "Solicitor",
  "Paralegal",
  "Social Worker",
  "Healthcare Professional",
  "Local Authority",
  "Other Professional",
]);

export const isCapacityRequired = (relationship: string): boolean => ASKS_CAPACITY.has(relationship);

export const isCustomRoleRequired = (relationship: string): boolean => ASKS_ROLE.has(relationship);

/** Whether the field is shown; whether it must be filled in may depend on more. */
export const mayNameOrganisation = (relationship: string): boolean =>
  ALWAYS_PROFESSIONAL.has(relationship) || isCapacityRequired(relationship) || relationship === "Other";

export function isOrganisationRequired(referrer: {
  relationship: string;
  professionalCapacity: string;
  customRole: string;
}): boolean {
  const { relationship, professionalCapacity, customRole } = referrer;
  if (ALWAYS_PROFESSIONAL.has(relationship)) return true;
  if (isCapacityRequired(relationship)) return professionalCapacity === PROFESSIONAL_CAPACITY;
  return relationship === "Other" && isProfessionalRole(customRole);
}

/** Words of law, of health, of money, and of other trades. */
const PROFESSIONAL_TERMS = [
  "advocate|attorney|barrister|counsel|deputy|executor|guardian|imca|imha|judge|lawyer|legal",
  "notary|paralegal|receiver|solicitor|trustee|warden",
  "clinician|counsellor|dentist|doctor|gp|matron|medical|midwife|nurse|occupational therapist",
  "optician|paramedic|pharmacist|physician|physiotherapist|practitioner|psychiatrist",
  "psychologist|surgeon|therapist",
  "accountant|adviser|advisor|auditor|banker|financial|planner|underwriter",
  "caseworker|social worker|teacher|administrator|consultant|coordinator|director|manager",
  "officer|specialist|supervisor",
];

const PROFESSIONAL_PATTERNS = [
  new RegExp(`\\b(?:${PROFESSIONAL_TERMS.join("|")})s?\\b`),
  /\b(?:dr|prof|professor)\b/,
  /\w\s+co-ordinator\b/,
  /\b(?:qualified|certified|licensed|registered|chartered)\b/,
  /\w\s+professional\b/,
];

/** Whether a typed role looks professional, by whole words: "grandson" does not count. */
export function isProfessionalRole(role: string): boolean {
  const text = role.slice(0, 200).toLowerCase().replace(/\s+/g, " ");
  return PROFESSIONAL_PATTERNS.some((pattern) => pattern.test(text));
}

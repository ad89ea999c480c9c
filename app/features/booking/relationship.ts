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

export function isCapacityRequired(relationship: string): boolean {
  return ASKS_CAPACITY.has(relationship);
}

export function isCustomRoleRequired(relationship: string): boolean {
  return ASKS_ROLE.has(relationship);
}

/** Whether the field is shown; whether it must be filled in may depend on more. */
export function mayNameOrganisation(relationship: string): boolean {
  return (
    ALWAYS_PROFESSIONAL.has(relationship) || isCapacityRequired(relationship) || relationship === "Other"
  );
}

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

const PROFESSIONAL_TERMS = [
  "accountant",
  "administrator",
  "adviser",
  "advisor",
  "advocate",
  "attorney",
  "auditor",
  "banker",
  "barrister",
  "caseworker",
  "clinician",
  "consultant",
  "coordinator",
  "counsel",
  "counsellor",
  "dentist",
  "deputy",
  "director",
  "doctor",
  "executor",
  "financial",
  "gp",
  "guardian",
  "imca",
  "imha",
  "judge",
  "lawyer",
  "legal",
  "manager",
  "matron",
  "medical",
  "midwife",
  "notary",
  "nurse",
  "occupational therapist",
  "officer",
  "optician",
  "paralegal",
  "paramedic",
  "pharmacist",
  "physician",
  "physiotherapist",
  "planner",
  "practitioner",
  "psychiatrist",
  "psychologist",
  "receiver",
  "social worker",
  "solicitor",
  "specialist",
  "supervisor",
  "surgeon",
  "teacher",
  "therapist",
  "trustee",
  "underwriter",
  "warden",
];

const PROFESSIONAL_PATTERNS = [
  new RegExp(`\\b(?:${PROFESSIONAL_TERMS.join("|")})s?\\b`),
  /\b(?:dr|prof|professor)\b/,
  /\w\s+(?:officer|manager|co-ordinator|coordinator|specialist|consultant|advisor|adviser)\b/,
  /\b(?:qualified|certified|licensed|registered|chartered)\b/,
  /\w\s+professional\b/,
];

/** Whether a typed role looks professional, by whole words: "grandson" does not count. */
export function isProfessionalRole(role: string): boolean {
  const text = role.slice(0, 200).toLowerCase().replace(/\s+/g, " ").trim();
  return PROFESSIONAL_PATTERNS.some((pattern) => pattern.test(text));
}

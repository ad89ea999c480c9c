import type { Deps } from "#app/deps.server.ts";

/** Answers for the Digital Technology Assessment Criteria (DTAC 2.0, February 2026), in the order of its sections. */
export function dtacAnswers(
  { env, settings }: Pick<Deps, "env" | "settings">,
  hazards: readonly { isProven: boolean }[],
): Record<string, Record<string, string>> {
  const { company, assurance } = settings.current();
  const proven = hazards.filter(({ isProven }) => isProven).length;
  const address = (path: string) => `${env.APP_ORIGIN}${path}`;
  return {
    "A. Company": {
      "Company and product": company.name,
      Contact: [company.email, company.phone].filter(Boolean).join(", "),
      "Registered address": company.registeredAddress || company.tradingAddress,
      "Company number": company.companyNumber,
      "Care Quality Commission": assurance.careRegistration,
      Insurance: assurance.insurance,
    },
    "B. Value": {
      "Intended use":
        "Booking of mental capacity assessments, agreeing the visit, writing and delivering the report. Users are referrers, staff and assessors of the practice, and recipients of reports.",
      "What it does not do":
        "It decides nothing about a person. The opinion is the assessor’s own words; no part of it is computed.",
    },
    "C1. Clinical safety": {
      "Clinical safety officer (DCB0129)": assurance.safetyOfficer,
      "Hazard log": `In this pack: ${hazards.length} hazards, ${proven} proven by tests of this release`,
      "Medical device":
        "The product gives no diagnosis, prognosis or treatment. The clinical safety officer states whether it is a device",
    },
    "C2. Data protection": {
      "ICO registration": company.icoNumber,
      "Data protection officer": assurance.dataProtectionOfficer,
      "Data Security and Protection Toolkit": assurance.toolkit,
      "Record of processing, retention, recipients": "In this pack",
      "Privacy notice": company.privacyUrl || address("/privacy"),
      "Countries of processors": assurance.countries,
    },
    "C3. Technical security": {
      "Cyber Essentials": assurance.cyberEssentials,
      "Last penetration test": assurance.penetrationTest,
      "Second factor":
        "Staff and assessors: an authenticator app with recovery codes, or a code by email; a device on which a second factor was given is trusted for a while. Customers: a password alone",
      Log: "Who did and who opened what is kept with its day; nobody can change an entry by the product",
      "Weaknesses are reported to": address("/.well-known/security.txt"),
    },
    "C4. Interoperability": {
      "Programming interface": `OpenAPI, documented at ${address("/api/docs")}`,
      Calendars: "iCalendar: assessors subscribe to their visits and give their busy times",
      Files: "CSV, XLSX, PDF with tags, Word",
      "NHS number": "May be given in the referral form, and its check digit is checked",
    },
    "D. Usability and accessibility": {
      Standard: "WCAG 2.2 AA; the product’s tests check pages of every area with axe",
      Statement: address("/accessibility"),
      "Without scripts": "Pages work without JavaScript, by keyboard alone and at 320 px",
    },
  };
}

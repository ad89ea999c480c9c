import type { Deps } from "#app/deps.server.ts";
import { row, type Row } from "./pack-row.ts";
import type { ProvenHazard } from "./proofs.server.ts";

/** Answers for the Digital Technology Assessment Criteria (DTAC 2.0, February 2026), in the order of its sections. */
export function dtacAnswers(
  { env, settings }: Pick<Deps, "env" | "settings">,
  hazards: readonly ProvenHazard[],
): [section: string, rows: Row[]][] {
  const { company, assurance } = settings.current();
  const proven = hazards.filter(({ isProven }) => isProven).length;
  const address = (path: string) => `${env.APP_ORIGIN}${path}`;
  return [
    [
      "A. Company",
      [
        row("Company and product", company.name),
        row("Contact", [company.email, company.phone].filter(Boolean).join(", ")),
        row("Registered address", company.registeredAddress || company.tradingAddress),
        row("Company number", company.companyNumber),
        row("Care Quality Commission", assurance.careRegistration),
        row("Insurance", assurance.insurance),
      ],
    ],
    [
      "B. Value",
      [
        row(
          "Intended use",
          "Booking of mental capacity assessments, agreeing the visit, writing and delivering the report. Users are referrers, staff and assessors of the practice, and recipients of reports.",
        ),
        row(
          "What it does not do",
          "It decides nothing about a person. The opinion is the assessor’s own words; no part of it is computed.",
        ),
      ],
    ],
    [
      "C1. Clinical safety",
      [
        row("Clinical safety officer (DCB0129)", assurance.safetyOfficer),
        row(
          "Hazard log",
          `In this pack: ${hazards.length} hazards, ${proven} proven by tests of this release`,
        ),
        row(
          "Medical device",
          "The product gives no diagnosis, prognosis or treatment. The clinical safety officer states whether it is a device",
        ),
      ],
    ],
    [
      "C2. Data protection",
      [
        row("ICO registration", company.icoNumber),
        row("Data protection officer", assurance.dataProtectionOfficer),
        row("Data Security and Protection Toolkit", assurance.toolkit),
        row("Record of processing, retention, recipients", "In this pack"),
        row("Privacy notice", company.privacyUrl || address("/privacy")),
        row("Countries of processors", assurance.countries),
      ],
    ],
    [
      "C3. Technical security",
      [
        row("Cyber Essentials", assurance.cyberEssentials),
        row("Last penetration test", assurance.penetrationTest),
        row(
          "Second factor",
          "Staff and assessors: an authenticator app with recovery codes, or a code by email; a device on which a second factor was given is trusted for a while. Customers: a password alone",
        ),
        row(
          "Log",
          "Who did and who opened what is kept with its day; nobody can change an entry by the product",
        ),
        row("Weaknesses are reported to", address("/.well-known/security.txt")),
      ],
    ],
    [
      "C4. Interoperability",
      [
        row("Programming interface", `OpenAPI, documented at ${address("/api/docs")}`),
        row("Calendars", "iCalendar: assessors subscribe to their visits and give their busy times"),
        row("Files", "CSV, XLSX, PDF with tags, Word"),
        row("NHS number", "May be given in the referral form, and its check digit is checked"),
      ],
    ],
    [
      "D. Usability and accessibility",
      [
        row("Standard", "WCAG 2.2 AA; the product’s tests check pages of every area with axe"),
        row("Statement", address("/accessibility")),
        row("Without scripts", "Pages work without JavaScript, by keyboard alone and at 320 px"),
      ],
    ],
  ];
}

import { group, longText, type Section } from "#app/kit/sections/fields.ts";

export const healthWelfare = {
  key: "healthWelfare",
  slug: "health-welfare",
  title: "Health and Welfare",
  lead: "About the care, treatment or living arrangements that have to be decided.",
  groups: [
    group("The situation", [
      longText("situationSummary", "What is happening", {
        hint: "What has to be decided, by when, and why the person’s capacity is in question now.",
      }),
      longText("residenceDecisions", "Decisions about where to live", {
        hint: "The places that are really available, and what the person says about each.",
      }),
    ]),
    group("Health and care", [
      longText("healthConditions", "Health conditions", { hint: "Diagnoses, with dates if you know them." }),
      longText("medicalTreatment", "Medical treatment", {
        hint: "Treatment that the person has, or that has been proposed.",
      }),
      longText("medicationList", "Medication", { hint: "Names, doses and times, as on the prescription." }),
      longText("careNeeds", "Care needs", { hint: "What the person needs help with by day and by night." }),
      longText("careProviders", "Who provides care", {
        hint: "Family, agencies and services, with a name and a phone number for each.",
      }),
      longText("careRisks", "Risks", {
        hint: "What could go wrong with and without care, and what has already gone wrong.",
      }),
    ]),
    group("Support and the legal test", [
      longText("decisionSupport", "Help to decide", {
        hint: "What has been tried to help the person decide for themselves, and how it went.",
      }),
      longText("legalTests", "Questions for the assessor", {
        need: "optional",
        hint: "If a solicitor or a court has asked for particular legal tests or questions, copy them here.",
      }),
    ]),
  ],
} as const satisfies Section;

import type { Section } from "./fields.ts";

export const healthWelfare = {
  key: "healthWelfare",
  slug: "health-welfare",
  title: "Health and Welfare",
  lead: "About the care, treatment or living arrangements that have to be decided.",
  groups: [
    {
      title: "The situation",
      fields: [
        {
          name: "situationSummary",
          label: "What is happening",
          kind: "longText",
          need: "wanted",
          hint: "What has to be decided, by when, and why the person’s capacity is in question now.",
        },
        {
          name: "residenceDecisions",
          label: "Decisions about where to live",
          kind: "longText",
          need: "wanted",
          hint: "The places that are really available, and what the person says about each.",
        },
      ],
    },
    {
      title: "Health and care",
      fields: [
        {
          name: "healthConditions",
          label: "Health conditions",
          kind: "longText",
          need: "wanted",
          hint: "Diagnoses, with dates if you know them.",
        },
        {
          name: "medicalTreatment",
          label: "Medical treatment",
          kind: "longText",
          need: "wanted",
          hint: "Treatment that the person has, or that has been proposed.",
        },
        {
          name: "medicationList",
          label: "Medication",
          kind: "longText",
          need: "wanted",
          hint: "Names, doses and times, as on the prescription.",
        },
        {
          name: "careNeeds",
          label: "Care needs",
          kind: "longText",
          need: "wanted",
          hint: "What the person needs help with by day and by night.",
        },
        {
          name: "careProviders",
          label: "Who provides care",
          kind: "longText",
          need: "wanted",
          hint: "Family, agencies and services, with a name and a phone number for each.",
        },
        {
          name: "careRisks",
          label: "Risks",
          kind: "longText",
          need: "wanted",
          hint: "What could go wrong with and without care, and what has already gone wrong.",
        },
      ],
    },
    {
      title: "Support and the legal test",
      fields: [
        {
          name: "decisionSupport",
          label: "Help to decide",
          kind: "longText",
          need: "wanted",
          hint: "What has been tried to help the person decide for themselves, and how it went.",
        },
        {
          name: "legalTests",
          label: "Questions for the assessor",
          kind: "longText",
          need: "optional",
          hint: "If a solicitor or a court has asked for particular legal tests or questions, copy them here.",
        },
      ],
    },
  ],
} as const satisfies Section;

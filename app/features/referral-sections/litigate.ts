import type { Section } from "./fields.ts";

export const litigate = {
  key: "litigate",
  slug: "litigate",
  title: "Litigation",
  lead: "About the court case, and the decisions in it that the person has to make.",
  groups: [
    {
      title: "The case",
      fields: [
        {
          name: "caseDetails",
          label: "The case",
          kind: "longText",
          need: "wanted",
          hint: "What it is about, which court, the case number, and the next hearing.",
        },
        {
          name: "clientRole",
          label: "The person’s role in the case",
          kind: "radio",
          need: "wanted",
          options: ["claimant", "defendant"],
          optionLabels: { claimant: "Claimant", defendant: "Defendant" },
        },
        {
          name: "otherParties",
          label: "Other parties",
          kind: "longText",
          need: "wanted",
          hint: "And their solicitors, if you know them.",
        },
      ],
    },
    {
      title: "What has to be decided",
      fields: [
        {
          name: "decisionsRequired",
          label: "Decisions required",
          kind: "longText",
          need: "wanted",
          hint: "For example, whether to settle, and on what terms.",
        },
        {
          name: "outcomeImplications",
          label: "What the outcome would mean",
          kind: "longText",
          need: "wanted",
          hint: "What follows for the person if they win, lose or settle.",
        },
        {
          name: "fundingMethod",
          label: "How the case is paid for",
          kind: "longText",
          need: "wanted",
          hint: "For example, legal aid, insurance, a conditional fee, or privately.",
        },
        {
          name: "costsRisks",
          label: "Risks of costs",
          kind: "longText",
          need: "wanted",
          hint: "What the person might have to pay, and when.",
        },
      ],
    },
    {
      title: "The person’s condition",
      fields: [
        {
          name: "impairmentDetails",
          label: "Impairment or disturbance of mind or brain",
          kind: "longText",
          need: "wanted",
          hint: "The diagnosis, or what you have noticed if there is no diagnosis.",
        },
        {
          name: "diagnosisTimeline",
          label: "When it was diagnosed, and how it has changed",
          kind: "longText",
          need: "wanted",
          hint: "Dates and the names of doctors or hospitals help.",
        },
        {
          name: "legalTests",
          label: "Questions for the assessor",
          kind: "longText",
          need: "optional",
          hint: "If a solicitor or the court has asked for particular tests or questions, copy them here.",
        },
        {
          name: "additionalInfo",
          label: "Anything else",
          kind: "longText",
          need: "optional",
          hint: "For example, how the person gets on with their solicitor, or worries about pressure from others.",
        },
      ],
    },
  ],
} as const satisfies Section;

import type { Section } from "./fields.ts";

export const propertyFinance = {
  key: "propertyFinance",
  slug: "property-finance",
  title: "Property and Finance",
  lead: "About the money or property decision, and how the person manages it today.",
  groups: [
    {
      title: "The decision",
      fields: [
        {
          name: "propertyAddress",
          label: "Address of the property",
          kind: "longText",
          need: "optional",
          hint: "Only if the decision is about a property.",
        },
        {
          name: "financialDecisionNature",
          label: "The financial decision",
          kind: "longText",
          need: "wanted",
          hint: "Capacity is judged for one decision at a time. Say exactly what has to be decided: for example, managing a bank account, or how to pay for care.",
        },
        {
          name: "estimatedValue",
          label: "Estimated value",
          kind: "text",
          need: "wanted",
          hint: "Of the money or property concerned. An approximate figure is fine.",
        },
        {
          name: "urgencyReason",
          label: "Why it is urgent",
          kind: "longText",
          need: "optional",
          hint: "Deadlines, hearings, completion dates or unpaid bills, with their dates.",
        },
      ],
    },
    {
      title: "How the person decides",
      fields: [
        {
          name: "understandingOfDecision",
          label: "Does the person understand the decision?",
          kind: "radio",
          need: "wanted",
          options: [
            "Yes - fully understands",
            "Partially understands",
            "Limited understanding",
            "Does not appear to understand",
            "Unknown",
          ],
        },
        {
          name: "understandingDetails",
          label: "What makes you think so",
          kind: "longText",
          need: "wanted",
          hint: "The person’s own words, or something that happened, help the assessor most.",
        },
        {
          name: "abilityToRetainInfo",
          label: "Ability to retain information",
          kind: "longText",
          need: "wanted",
          hint: "Can they keep hold of what they were told for long enough to decide? Notes and reminders are allowed.",
        },
        {
          name: "abilityToWeighInfo",
          label: "Ability to use or weigh information",
          kind: "longText",
          need: "wanted",
          hint: "Can they think through what is for and against, and what would follow from each choice?",
        },
        {
          name: "abilityCommunicateDecision",
          label: "Ability to communicate a decision",
          kind: "longText",
          need: "wanted",
          hint: "By talking, signing, pointing, blinking or any other way.",
        },
      ],
    },
    {
      title: "Health",
      fields: [
        {
          name: "diagnosedConditions",
          label: "Diagnosed conditions",
          kind: "longText",
          need: "wanted",
          hint: "With the date of each diagnosis, and who made it, if you know.",
        },
        {
          name: "currentMedications",
          label: "Current medications",
          kind: "longText",
          need: "wanted",
          hint: "Names, doses and times, as on the prescription.",
        },
        {
          name: "fluctuatingCapacity",
          label: "Does the person’s capacity fluctuate?",
          kind: "radio",
          need: "wanted",
          options: ["Yes", "No", "Unknown"],
          reveals: {
            when: { kind: "is", value: "Yes" },
            fields: [
              {
                name: "fluctuationDetails",
                label: "How it fluctuates",
                kind: "longText",
                need: "wanted",
                hint: "When is the person at their best? The visit can be planned for that time.",
              },
            ],
          },
        },
      ],
    },
    {
      title: "Documents and other information",
      fields: [
        {
          name: "supportingDocuments",
          label: "Supporting documents",
          kind: "longText",
          need: "optional",
          hint: "Which documents exist and who has them: earlier assessments, bank statements, a power of attorney.",
        },
        {
          name: "additionalInfo",
          label: "Anything else",
          kind: "longText",
          need: "optional",
          hint: "For example, worries about pressure from others, or who manages the money today.",
        },
      ],
    },
  ],
} as const satisfies Section;

import { group, optionalGroup, longText, radio, text, type Section } from "#app/kit/sections/fields.ts";

export const propertyFinance = {
  key: "propertyFinance",
  slug: "property-finance",
  title: "Property and Finance",
  lead: "About the money or property decision, and how the person manages it today.",
  groups: [
    group("The decision", [
      longText("propertyAddress", "Address of the property", {
        need: "optional",
        hint: "Only if the decision is about a property.",
      }),
      longText("financialDecisionNature", "The financial decision", {
        hint: "Capacity is judged for one decision at a time. Say exactly what has to be decided: for example, managing a bank account, or how to pay for care.",
      }),
      text("estimatedValue", "Estimated value", {
        hint: "Of the money or property concerned. An approximate figure is fine.",
      }),
      longText("urgencyReason", "Why it is urgent", {
        need: "optional",
        hint: "Deadlines, hearings, completion dates or unpaid bills, with their dates.",
      }),
    ]),
    group("How the person decides", [
      radio("understandingOfDecision", "Does the person understand the decision?", {
        options: [
          "Yes - fully understands",
          "Partially understands",
          "Limited understanding",
          "Does not appear to understand",
          "Unknown",
        ],
      }),
      longText("understandingDetails", "What makes you think so", {
        hint: "The person’s own words, or something that happened, help the assessor most.",
      }),
      longText("abilityToRetainInfo", "Ability to retain information", {
        hint: "Can they keep hold of what they were told for long enough to decide? Notes and reminders are allowed.",
      }),
      longText("abilityToWeighInfo", "Ability to use or weigh information", {
        hint: "Can they think through what is for and against, and what would follow from each choice?",
      }),
      longText("abilityCommunicateDecision", "Ability to communicate a decision", {
        hint: "By talking, signing, pointing, blinking or any other way.",
      }),
    ]),
    group("Health", [
      longText("diagnosedConditions", "Diagnosed conditions", {
        hint: "With the date of each diagnosis, and who made it, if you know.",
      }),
      longText("currentMedications", "Current medications", {
        hint: "Names, doses and times, as on the prescription.",
      }),
      radio("fluctuatingCapacity", "Does the person’s capacity fluctuate?", {
        options: ["Yes", "No", "Unknown"],
        reveals: {
          when: { kind: "is", value: "Yes" },
          fields: [
            longText("fluctuationDetails", "How it fluctuates", {
              hint: "When is the person at their best? The visit can be planned for that time.",
            }),
          ],
        },
      }),
    ]),
    optionalGroup("Documents and other information", [
      longText("supportingDocuments", "Supporting documents", {
        hint: "Which documents exist and who has them: earlier assessments, bank statements, a power of attorney.",
      }),
      longText("additionalInfo", "Anything else", {
        hint: "For example, worries about pressure from others, or who manages the money today.",
      }),
    ]),
  ],
} as const satisfies Section;

import type { Section } from "#app/features/referral/fields.ts";

/** How to meet the person well and safely (SPEC section 3, `communicationAids`). */
export const communicationAids = {
  key: "communicationAids",
  slug: "communication-risk",
  title: "Communication & Risk",
  lead: "This tells the assessor how to prepare, so that the person has the best chance to show what they can decide.",
  groups: [
    {
      title: "Seeing, hearing and speaking",
      fields: [
        {
          name: "sensoryImpairments",
          label: "Sensory impairments",
          kind: "checkboxes",
          need: "wanted",
          hint: "Choose all that apply.",
          options: ["Visual impairment", "Hearing impairment", "Dual sensory impairment", "None"],
        },
        {
          name: "sensoryImpairmentDetails",
          label: "Details of the sensory impairments",
          kind: "longText",
          need: "optional",
          hint: "Glasses, hearing aids, lighting, large print: what helps, and where it is kept.",
        },
        {
          name: "communicationDifficulties",
          label: "Communication difficulties",
          kind: "checkboxes",
          need: "wanted",
          hint: "Choose all that apply.",
          options: [
            "Speech difficulties",
            "Language barrier",
            "Cognitive impairment affecting communication",
            "Hearing impairment",
            "Visual impairment",
            "Uses communication aid",
            "None",
          ],
        },
        {
          name: "communicationDetails",
          label: "Details of the communication difficulties",
          kind: "longText",
          need: "optional",
          hint: "Say what works: short sentences, pictures, a signed yes and no, a familiar face.",
        },
        {
          name: "preferredCommunication",
          label: "Preferred way to communicate",
          kind: "longText",
          need: "wanted",
          hint: "Include the best time of day and who the person likes to have with them.",
        },
      ],
    },
    {
      title: "Moving about",
      fields: [
        {
          name: "physicalDisabilities",
          label: "Physical disabilities",
          kind: "checkboxes",
          need: "wanted",
          hint: "Choose all that apply.",
          options: [
            "Mobility issues",
            "Manual dexterity problems",
            "Chronic pain",
            "Fatigue/low energy",
            "Balance problems",
            "None",
          ],
        },
        {
          name: "physicalDisabilityDetails",
          label: "Details of the physical disabilities",
          kind: "longText",
          need: "optional",
          hint: "For example, how long the person can sit comfortably before they need a rest.",
        },
        {
          name: "mobilityAids",
          label: "Mobility aids",
          kind: "checkboxes",
          need: "wanted",
          hint: "Choose all that apply.",
          options: [
            "Walking stick",
            "Walking frame",
            "Wheelchair (manual)",
            "Wheelchair (electric)",
            "Mobility scooter",
            "None",
          ],
        },
        {
          name: "mobilityAidDetails",
          label: "Details of the mobility aids",
          kind: "longText",
          need: "optional",
          hint: "What the person needs to move between rooms, and whether somebody has to help.",
        },
        {
          name: "requiresWheelchairAccess",
          label: "Wheelchair access is needed",
          kind: "flag",
          need: "optional",
        },
      ],
    },
    {
      title: "Risk and care during the visit",
      fields: [
        {
          name: "riskAssessments",
          label: "Known risks",
          kind: "longText",
          need: "wanted",
          hint: "Anything the assessor should know to keep everyone safe: distress, aggression, falls, infection, pets, parking. Write “None known” if there are none.",
        },
        {
          name: "allergies",
          label: "Allergies",
          kind: "longText",
          need: "wanted",
          hint: "Write “None known” if there are none.",
        },
        {
          name: "specialRequirements",
          label: "Anything else we should arrange",
          kind: "longText",
          need: "optional",
          hint: "For example, a key safe, a gender preference for the assessor, or somebody to phone first.",
        },
      ],
    },
  ],
} as const satisfies Section;

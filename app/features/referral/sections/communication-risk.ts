import {
  checkboxes,
  flag,
  group,
  optionalGroup,
  longText,
  otherPhone,
  text,
  type Section,
} from "#app/kit/sections/fields.ts";

export const communicationAids = {
  key: "communicationAids",
  slug: "communication-risk",
  title: "Communication & Risk",
  lead: "This tells the assessor how to prepare, so that the person has the best chance to show what they can decide.",
  groups: [
    group("Seeing, hearing and speaking", [
      checkboxes("sensoryImpairments", "Sensory impairments", {
        hint: "Choose all that apply.",
        options: ["Visual impairment", "Hearing impairment", "Dual sensory impairment", "None"],
      }),
      longText("sensoryImpairmentDetails", "Details of the sensory impairments", {
        need: "optional",
        hint: "Glasses, hearing aids, lighting, large print: what helps, and where it is kept.",
      }),
      checkboxes("communicationDifficulties", "Communication difficulties", {
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
      }),
      longText("communicationDetails", "Details of the communication difficulties", {
        need: "optional",
        hint: "Say what works: short sentences, pictures, a signed yes and no, a familiar face.",
      }),
      longText("preferredCommunication", "Preferred way to communicate", {
        hint: "Include the best time of day and who the person likes to have with them.",
      }),
    ]),
    optionalGroup("Language and format", [
      text("writtenLanguage", "Language for letters", {
        hint: "If it is not the language that the person speaks best. Welsh, for example.",
      }),
      text("interpreterDetails", "Interpreter", {
        hint: "Language or dialect, a woman or a man, and who arranges it. A relative should not interpret.",
      }),
      checkboxes("informationFormats", "The person needs", {
        hint: "Choose all that apply.",
        options: [
          "Large print",
          "Easy read",
          "Braille",
          "Audio",
          "Email or text message",
          "British Sign Language",
          "None",
        ],
      }),
    ]),
    group("Moving about", [
      checkboxes("physicalDisabilities", "Physical disabilities", {
        hint: "Choose all that apply.",
        options: [
          "Mobility issues",
          "Manual dexterity problems",
          "Chronic pain",
          "Fatigue/low energy",
          "Balance problems",
          "None",
        ],
      }),
      longText("physicalDisabilityDetails", "Details of the physical disabilities", {
        need: "optional",
        hint: "For example, how long the person can sit comfortably before they need a rest.",
      }),
      checkboxes("mobilityAids", "Mobility aids", {
        hint: "Choose all that apply.",
        options: [
          "Walking stick",
          "Walking frame",
          "Wheelchair (manual)",
          "Wheelchair (electric)",
          "Mobility scooter",
          "None",
        ],
      }),
      longText("mobilityAidDetails", "Details of the mobility aids", {
        need: "optional",
        hint: "What the person needs to move between rooms, and whether somebody has to help.",
      }),
      flag("requiresWheelchairAccess", "Wheelchair access is needed", { need: "optional" }),
    ]),
    group("Risk and care during the visit", [
      longText("riskAssessments", "Known risks", {
        hint: "Anything the assessor should know to keep everyone safe: distress, aggression, falls, infection, pets, parking. Write “None known” if there are none.",
      }),
      longText("allergies", "Allergies", { hint: "Write “None known” if there are none." }),
      longText("specialRequirements", "Anything else we should arrange", {
        need: "optional",
        hint: "For example, a gender preference for the assessor, or somebody to phone first.",
      }),
      otherPhone("siteContactPhone", "Mobile number of a contact where the visit is", {
        need: "optional",
        hint: "Somebody such as the manager of the care home, who agrees to be told the day and time.",
      }),
      longText("accessDetails", "Getting in", {
        need: "optional",
        hint: "A key safe and its code, an entry phone, or who opens the door. Only the assessor and our office read this: it is never part of the draft for the court.",
      }),
    ]),
  ],
} as const satisfies Section;

import { group, longText, radio, type Section } from "#app/kit/sections/fields.ts";

export const litigate = {
  key: "litigate",
  slug: "litigate",
  title: "Litigation",
  lead: "About the court case, and the decisions in it that the person has to make.",
  groups: [
    group("The case", [
      longText("caseDetails", "The case", {
        hint: "What it is about, which court, the case number, and the next hearing.",
      }),
      radio("clientRole", "The person’s role in the case", {
        options: ["claimant", "defendant"],
        optionLabels: { claimant: "Claimant", defendant: "Defendant" },
      }),
      longText("otherParties", "Other parties", { hint: "And their solicitors, if you know them." }),
    ]),
    group("What has to be decided", [
      longText("decisionsRequired", "Decisions required", {
        hint: "For example, whether to settle, and on what terms.",
      }),
      longText("outcomeImplications", "What the outcome would mean", {
        hint: "What follows for the person if they win, lose or settle.",
      }),
      longText("fundingMethod", "How the case is paid for", {
        hint: "For example, legal aid, insurance, a conditional fee, or privately.",
      }),
      longText("costsRisks", "Risks of costs", { hint: "What the person might have to pay, and when." }),
    ]),
    group("The person’s condition", [
      longText("impairmentDetails", "Impairment or disturbance of mind or brain", {
        hint: "The diagnosis, or what you have noticed if there is no diagnosis.",
      }),
      longText("diagnosisTimeline", "When it was diagnosed, and how it has changed", {
        hint: "Dates and the names of doctors or hospitals help.",
      }),
      longText("legalTests", "Questions for the assessor", {
        need: "optional",
        hint: "If a solicitor or the court has asked for particular tests or questions, copy them here.",
      }),
      longText("additionalInfo", "Anything else", {
        need: "optional",
        hint: "For example, how the person gets on with their solicitor, or worries about pressure from others.",
      }),
    ]),
  ],
} as const satisfies Section;

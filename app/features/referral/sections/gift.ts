import { group, optionalGroup, longText, radio, text, type Section } from "#app/kit/sections/fields.ts";

const YES_NO = { yes: "Yes", no: "No" } as const;
const WHEN_YES = { when: { kind: "is", value: "yes" }, clearedWhen: { kind: "is", value: "no" } } as const;

export const gift = {
  key: "gift",
  slug: "gift",
  title: "Gift",
  lead: "About the gift the person wishes to make, and what they would have left.",
  groups: [
    group("The gift", [
      longText("situationSummary", "What is happening", {
        hint: "Whose idea the gift was, why now, and what the person says about it.",
      }),
      radio("giftType", "Kind of gift", {
        options: ["lifetime_gift", "loan"],
        optionLabels: { lifetime_gift: "Lifetime gift", loan: "Loan" },
      }),
      longText("giftExtent", "Extent of the gift", { hint: "What is given, and what it is worth." }),
      longText("giftConditions", "Conditions", {
        hint: "Anything promised in return, or any terms of repayment. Write “None” if there are none.",
      }),
      longText("beneficiaries", "Who receives it", { hint: "Names, and their relationship to the person." }),
    ]),
    group("What is left", [
      longText("remainingAssets", "Remaining assets", {
        hint: "What the person would still own afterwards, roughly.",
      }),
      longText("financialImpact", "Effect on the person’s finances", {
        hint: "Could they still pay for their home, their care and their other needs?",
      }),
    ]),
    group("Past gifts", [
      radio("hasPastGifts", "Has the person made gifts before?", {
        options: ["yes", "no"],
        optionLabels: YES_NO,
        reveals: {
          ...WHEN_YES,
          fields: [
            text("pastGiftType", "What was given"),
            text("pastGiftValue", "What it was worth"),
            text("pastGiftRecipient", "Who received it"),
            text("pastGiftDate", "When it was given", {
              hint: "An approximate date is fine, for example spring 2023.",
            }),
          ],
        },
      }),
    ]),
    group("Future gifts", [
      radio("hasFutureGifts", "Does the person plan further gifts?", {
        options: ["yes", "no"],
        optionLabels: YES_NO,
        reveals: {
          ...WHEN_YES,
          fields: [
            text("futureGiftType", "What would be given"),
            text("futureGiftValue", "What it would be worth"),
            text("futureGiftRecipient", "Who would receive it"),
            text("futureGiftDate", "When it would be given", { hint: "An approximate date is fine." }),
          ],
        },
      }),
    ]),
    optionalGroup("The legal test", [
      longText("legalTests", "Questions for the assessor", {
        hint: "If a solicitor or a court has asked for particular tests or questions, copy them here.",
      }),
    ]),
  ],
} as const satisfies Section;

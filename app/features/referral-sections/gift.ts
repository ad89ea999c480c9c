import type { Section } from "./fields.ts";

const YES_NO = { yes: "Yes", no: "No" } as const;
const WHEN_YES = { when: { kind: "is", value: "yes" }, clearedWhen: { kind: "is", value: "no" } } as const;

export const gift = {
  key: "gift",
  slug: "gift",
  title: "Gift",
  lead: "About the gift the person wishes to make, and what they would have left.",
  groups: [
    {
      title: "The gift",
      fields: [
        {
          name: "situationSummary",
          label: "What is happening",
          kind: "longText",
          need: "wanted",
          hint: "Whose idea the gift was, why now, and what the person says about it.",
        },
        {
          name: "giftType",
          label: "Kind of gift",
          kind: "radio",
          need: "wanted",
          options: ["lifetime_gift", "loan"],
          optionLabels: { lifetime_gift: "Lifetime gift", loan: "Loan" },
        },
        {
          name: "giftExtent",
          label: "Extent of the gift",
          kind: "longText",
          need: "wanted",
          hint: "What is given, and what it is worth.",
        },
        {
          name: "giftConditions",
          label: "Conditions",
          kind: "longText",
          need: "wanted",
          hint: "Anything promised in return, or any terms of repayment. Write “None” if there are none.",
        },
        {
          name: "beneficiaries",
          label: "Who receives it",
          kind: "longText",
          need: "wanted",
          hint: "Names, and their relationship to the person.",
        },
      ],
    },
    {
      title: "What is left",
      fields: [
        {
          name: "remainingAssets",
          label: "Remaining assets",
          kind: "longText",
          need: "wanted",
          hint: "What the person would still own afterwards, roughly.",
        },
        {
          name: "financialImpact",
          label: "Effect on the person’s finances",
          kind: "longText",
          need: "wanted",
          hint: "Could they still pay for their home, their care and their other needs?",
        },
      ],
    },
    {
      title: "Past gifts",
      fields: [
        {
          name: "hasPastGifts",
          label: "Has the person made gifts before?",
          kind: "radio",
          need: "wanted",
          options: ["yes", "no"],
          optionLabels: YES_NO,
          reveals: {
            ...WHEN_YES,
            fields: [
              {
                name: "pastGiftType",
                label: "What was given",
                kind: "text",
                need: "wanted",
              },
              {
                name: "pastGiftValue",
                label: "What it was worth",
                kind: "text",
                need: "wanted",
              },
              {
                name: "pastGiftRecipient",
                label: "Who received it",
                kind: "text",
                need: "wanted",
              },
              {
                name: "pastGiftDate",
                label: "When it was given",
                kind: "text",
                need: "wanted",
                hint: "An approximate date is fine, for example spring 2023.",
              },
            ],
          },
        },
      ],
    },
    {
      title: "Future gifts",
      fields: [
        {
          name: "hasFutureGifts",
          label: "Does the person plan further gifts?",
          kind: "radio",
          need: "wanted",
          options: ["yes", "no"],
          optionLabels: YES_NO,
          reveals: {
            ...WHEN_YES,
            fields: [
              {
                name: "futureGiftType",
                label: "What would be given",
                kind: "text",
                need: "wanted",
              },
              {
                name: "futureGiftValue",
                label: "What it would be worth",
                kind: "text",
                need: "wanted",
              },
              {
                name: "futureGiftRecipient",
                label: "Who would receive it",
                kind: "text",
                need: "wanted",
              },
              {
                name: "futureGiftDate",
                label: "When it would be given",
                kind: "text",
                need: "wanted",
                hint: "An approximate date is fine.",
              },
            ],
          },
        },
      ],
    },
    {
      title: "The legal test",
      fields: [
        {
          name: "legalTests",
          label: "Questions for the assessor",
          kind: "longText",
          need: "optional",
          hint: "If a solicitor or a court has asked for particular tests or questions, copy them here.",
        },
      ],
    },
  ],
} as const satisfies Section;

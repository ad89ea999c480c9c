import type { Section } from "./fields.ts";

export const testamentary = {
  key: "testamentary",
  slug: "testamentary",
  title: "Will",
  lead: "About the will the person wishes to make. The assessor needs to know the facts beforehand, to compare them with what the person says.",
  groups: [
    {
      title: "Family and beneficiaries",
      fields: [
        {
          name: "familyTree",
          label: "Family tree",
          kind: "longText",
          need: "wanted",
          hint: "Close relatives, living and dead, with their relationship to the person. One line for each is enough.",
        },
        {
          name: "beneficiaries",
          label: "Beneficiaries",
          kind: "longText",
          need: "wanted",
          hint: "Who is to receive what.",
        },
        {
          name: "excludedBeneficiaries",
          label: "People left out",
          kind: "longText",
          need: "wanted",
          hint: "Anyone who might expect something and will not receive it, and the person’s reasons. Write “None” if there is nobody.",
        },
      ],
    },
    {
      title: "The estate and the will",
      fields: [
        {
          name: "estateSize",
          label: "Size of the estate",
          kind: "longText",
          need: "wanted",
          hint: "Property, savings and debts, roughly.",
        },
        {
          name: "clientWishes",
          label: "The person’s wishes",
          kind: "longText",
          need: "wanted",
          hint: "In their own words where possible.",
        },
        {
          name: "willAmendments",
          label: "Earlier wills and changes",
          kind: "longText",
          need: "wanted",
          hint: "The date of the last will, and what would change. Write “First will” if there is none.",
        },
        {
          name: "legalTests",
          label: "Questions for the assessor",
          kind: "longText",
          need: "optional",
          hint: "For a will, the test in Banks v Goodfellow is usually addressed as well. Copy here any wording from the solicitor.",
        },
      ],
    },
  ],
} as const satisfies Section;

import { group, longText, type Section } from "#app/kit/sections/fields.ts";

export const testamentary = {
  key: "testamentary",
  slug: "testamentary",
  title: "Will",
  lead: "About the will the person wishes to make. The assessor needs to know the facts beforehand, to compare them with what the person says.",
  groups: [
    group("Family and beneficiaries", [
      longText("familyTree", "Family tree", {
        hint: "Close relatives, living and dead, with their relationship to the person. One line for each is enough.",
      }),
      longText("beneficiaries", "Beneficiaries", { hint: "Who is to receive what." }),
      longText("excludedBeneficiaries", "People left out", {
        hint: "Anyone who might expect something and will not receive it, and the person’s reasons. Write “None” if there is nobody.",
      }),
    ]),
    group("The estate and the will", [
      longText("estateSize", "Size of the estate", { hint: "Property, savings and debts, roughly." }),
      longText("clientWishes", "The person’s wishes", { hint: "In their own words where possible." }),
      longText("willAmendments", "Earlier wills and changes", {
        hint: "The date of the last will, and what would change. Write “First will” if there is none.",
      }),
      longText("legalTests", "Questions for the assessor", {
        need: "optional",
        hint: "For a will, the test in Banks v Goodfellow is usually addressed as well. Copy here any wording from the solicitor.",
      }),
    ]),
  ],
} as const satisfies Section;

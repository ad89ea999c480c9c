import { expect, it } from "vitest";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SectionKey } from "#app/features/referral/sections/sections.ts";
import { knownDecisions, suggestedDecisions, type DecidedBooking } from "./decisions.ts";

type Saved = Partial<Record<SectionKey, Answers>>;

const ANN: Saved = { personalDetails: { title: "Mrs", firstName: "Ann", lastName: "Hale" } };

const nameOf = (id: string) => ASSESSMENTS.find((one) => one.id === id)?.name ?? "Capacity to Marry";

function booked(ids: string[], saved: Saved = {}, otherDetails: string | null = null) {
  const sections = { ...ANN, ...saved };
  const assessments = ids.map((id) => ({ id, name: nameOf(id) }));
  const booking: DecidedBooking = { otherDetails, assessments };
  return [(key: SectionKey) => sections[key] ?? {}, booking] as const;
}

it.each([
  ["property-finance", "Whether Mrs Ann Hale can make decisions about their property and financial affairs"],
  ["health-welfare", "Whether Mrs Ann Hale can decide about health and welfare"],
  ["capacity-will", "Whether Mrs Ann Hale can make a will"],
  ["capacity-litigate", "Whether Mrs Ann Hale can conduct the proceedings"],
  [
    "lpa-property-affairs",
    "Whether Mrs Ann Hale can make a lasting power of attorney for property and affairs",
  ],
  ["lpa-health-welfare", "Whether Mrs Ann Hale can make a lasting power of attorney for health and welfare"],
  ["capacity-gift", "Whether Mrs Ann Hale can make a gift"],
  ["capacity-sell-property", "Whether Mrs Ann Hale can decide to sell a property"],
  ["capacity-buy-property", "Whether Mrs Ann Hale can decide to buy a property"],
  ["other", "Whether Mrs Ann Hale can make the decision: Other"],
])("decisions are suggested for %s", (id, decision) => {
  expect(suggestedDecisions(...booked([id]))).toEqual([decision]);
  expect(ASSESSMENTS.map((assessment) => assessment.id)).toContain(id);
});

it.each([
  ["capacity-sell-property", "can decide to sell a property: whether to sell to her niece"],
  ["capacity-buy-property", "can decide to buy a property: whether to sell to her niece"],
  [
    "lpa-property-affairs",
    "can make a lasting power of attorney for property and affairs: whether to sell to her niece",
  ],
  [
    "lpa-health-welfare",
    "can make a lasting power of attorney for health and welfare: whether to sell to her niece",
  ],
  ["other", "can make the decision: whether to sell to her niece"],
  ["of-the-practice", "can make the decision: Capacity to Marry. whether to sell to her niece"],
])("%s has the words of the section about the decision", (id, ending) => {
  const saved = { decision: { decisionToMake: "whether to sell to her niece" } };
  expect(suggestedDecisions(...booked([id], saved))).toEqual([`Whether Mrs Ann Hale ${ending}`]);
});

it("Other has the words of the booking, before those of the section", () => {
  const saved = { decision: { decisionToMake: "The wedding is in May" } };
  expect(suggestedDecisions(...booked(["other"], {}, "whether she can marry."))).toEqual([
    "Whether Mrs Ann Hale can make the decision: whether she can marry",
  ]);
  expect(suggestedDecisions(...booked(["other"], saved, "whether she can marry."))).toEqual([
    "Whether Mrs Ann Hale can make the decision: whether she can marry. The wedding is in May",
  ]);
});

it("words about a sale do not follow the booking's words about Other", () => {
  const saved = { decision: { decisionToMake: "Sell to her niece" } };
  const both = ["capacity-sell-property", "other"];
  expect(suggestedDecisions(...booked(both, saved, "whether she can marry"))).toEqual([
    "Whether Mrs Ann Hale can decide to sell a property: Sell to her niece",
    "Whether Mrs Ann Hale can make the decision: whether she can marry",
  ]);
});

it("an address of the property stays beside the words about the sale", () => {
  const saved = {
    propertyFinance: { propertyAddress: "4 Elm Road" },
    decision: { decisionToMake: "Sell to her niece" },
  };
  expect(suggestedDecisions(...booked(["capacity-sell-property"], saved))).toEqual([
    "Whether Mrs Ann Hale can decide to sell a property: 4 Elm Road. Sell to her niece",
  ]);
});

it("decisions speak of the person while only a title is known", () => {
  const booking = booked(["capacity-will"], { personalDetails: { title: "Mrs" } });
  expect(suggestedDecisions(...booking)).toEqual(["Whether the person can make a will"]);
});

it("decisions follow all booked assessments, each part of health and welfare by itself", () => {
  const booking = booked(["property-finance", "health-welfare", "capacity-gift"], {
    healthWelfare: { residenceDecisions: "Move to Oak House", careNeeds: "Four visits a day" },
    gift: { giftExtent: "The house", beneficiaries: "her son" },
  });
  expect(suggestedDecisions(...booking)).toEqual([
    "Whether Mrs Ann Hale can make decisions about their property and financial affairs",
    "Whether Mrs Ann Hale can decide about where to live: Move to Oak House",
    "Whether Mrs Ann Hale can decide about care: Four visits a day",
    "Whether Mrs Ann Hale can make a gift: The house, to her son",
  ]);
});

it("the referrer's own decisions go first, one on each line, however they were numbered", () => {
  const courtApplication = { decisions: "1. Sell 4 Elm Road\n\n- Pay for care\n2027 accounts" };
  const written = ["Sell 4 Elm Road", "Pay for care", "2027 accounts"];
  expect(knownDecisions(...booked(["capacity-will"], { courtApplication }))).toEqual(written);
  const decision = { decisionToMake: "Sell 4 Elm Road" };
  const other = booked(["other"], { courtApplication, decision }, "Whether she can marry");
  expect(knownDecisions(...other)).toEqual([...written, "Whether she can marry"]);
});

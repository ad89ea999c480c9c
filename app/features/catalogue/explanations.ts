import type { SeedAssessmentId } from "./catalogue.ts";

/** Plain words about an assessment and its legal test. */
type Explanation = { why: string; test: string; needsToHear: readonly string[] };

const ACT =
  "Mental Capacity Act 2005, sections 2 and 3: can the person understand what matters for this decision, remember it for long enough, weigh it up, and tell others what they decide? If not, is it because of an illness or disturbance of the mind or brain?";

const POWER_OF_ATTORNEY = [
  "what the power does, and that somebody else will be able to decide for them",
  "whom they choose, and why they trust them",
  "when that person may act, and that the power can be taken back while they have capacity",
  "what is good and bad about making it, and about not making it",
];

export const EXPLANATIONS: Readonly<Record<SeedAssessmentId, Explanation>> = {
  "property-finance": {
    why: "The decision is about looking after money and property.",
    test: ACT,
    needsToHear: [
      "what they own and owe, what comes in and what must be paid",
      "what would happen with help and without it",
      "whom they could ask, and how they would know that somebody takes advantage of them",
    ],
  },
  "health-welfare": {
    why: "The decision is about care, treatment, contact or where to live; each of these is assessed as a decision of its own.",
    test: ACT,
    needsToHear: [
      "what the real choices are, and what each would be like",
      "the risks and the good sides of each",
      "what happens if nothing is done",
    ],
  },
  "capacity-will": {
    why: "A will is to be made or changed.",
    test: "Banks v Goodfellow (1870): does the person understand what a will does, roughly what they own, and who might expect something from them, and is no disorder of the mind shaping what they leave and to whom?",
    needsToHear: [
      "what a will is and when it takes effect",
      "the extent of what they own",
      "who might expect to benefit, and why they include or leave out each",
    ],
  },
  "capacity-litigate": {
    why: "The person is, or will be, a party in a court case.",
    test: "Mental Capacity Act 2005, as Civil Procedure Rules Part 21 and other courts' rules apply it: with the help of lawyers and explanations, can the person understand and decide what this case will ask of them?",
    needsToHear: [
      "what the case is about and who is on the other side",
      "what their lawyers advise, and what it may cost",
      "what an offer to settle would mean for them",
    ],
  },
  "lpa-property-affairs": {
    why: "A lasting power of attorney for property and financial affairs is to be made or revoked.",
    test: ACT,
    needsToHear: POWER_OF_ATTORNEY,
  },
  "lpa-health-welfare": {
    why: "A lasting power of attorney for health and welfare is to be made or revoked.",
    test: ACT,
    needsToHear: POWER_OF_ATTORNEY,
  },
  "capacity-gift": {
    why: "Something of value is given away, lent, or sold below its price.",
    test: "Re Beaney (1978): does the person understand the gift and its effect? How much understanding is needed grows with its size: for nearly everything they own, as much as for a will.",
    needsToHear: [
      "what they give, to whom, and whether they expect it back",
      "what remains for their own needs",
      "who else might have expected it",
    ],
  },
  "capacity-sell-property": {
    why: "A home or other property is to be sold.",
    test: "Can the person understand what selling this property means, when it is explained to them? Where a deputy or the Court of Protection is involved, the Mental Capacity Act 2005 applies.",
    needsToHear: [
      "what is being sold, for how much, and what it is worth",
      "where they will live afterwards, and whether they can afford it",
      "that it is their own wish, and whose advice they can take",
    ],
  },
  "capacity-buy-property": {
    why: "A home or other property is to be bought.",
    test: "Can the person understand what buying this property means, when it is explained to them? Where a deputy or the Court of Protection is involved, the Mental Capacity Act 2005 applies.",
    needsToHear: [
      "what is being bought, its price and what it costs to keep",
      "where the money comes from",
      "what the duties of an owner are, and which other homes they have looked at",
    ],
  },
  other: {
    why: "Your answers do not point to one of our usual assessments, so a person will look at them.",
    test: "The test depends on the decision. Tell us in your own words; we will say what is needed, and agree a price with you first. Some decisions, such as marrying or voting, can never be made by others for a person.",
    needsToHear: ["we will tell you when we call"],
  },
};

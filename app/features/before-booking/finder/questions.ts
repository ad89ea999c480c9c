/** The questions of "Which assessment do I need?", on at most four pages. Each option says what it adds to the result.
 * The texts about law are general information from:
 * - Mental Capacity Act 2005, sections 1 to 3, 9 to 13, 24, 27 to 29 and Schedules A1
 * and 1: legislation.gov.uk/ukpga/2005/9
 * - Adults with Incapacity (Scotland) Act 2000; Mental Capacity Act (Northern Ireland) 2016
 * - Banks v Goodfellow (1870) LR 5 QB 549; Clitheroe v Bond [2021] EWHC 1102 (Ch)
 * - Re Beaney [1978] 1 WLR 770; Kicks v Leigh [2014] EWHC 3926 (Ch)
 * - Civil Procedure Rules, Part 21; Masterman-Lister v Brutton [2002] EWCA Civ 1889; Dunhill v Burgin [2014] UKSC 18
 * - Public Guardian v RI [2022] EWCOP 22
 * A change of these texts, or of `explanations.ts`, sets the finder's day in `checked-texts.ts`. */
import {
  ASSESSMENTS,
  currentOffer,
  noticeText,
  wholeOffer,
  type AssessmentId,
  type SeedAssessmentId,
} from "#app/features/catalogue/catalogue.ts";

/** The finder in a list of search results, and in the preview of a link to it. */
export const FINDER_PREVIEW = {
  title: "Which assessment do I need?",
  description:
    "A few short questions show which mental capacity assessment fits your situation, what it costs, and what the assessor will ask. No account, and nothing is stored.",
};

type Option = {
  value: string;
  label: string;
  hint?: string;
  assessments?: readonly AssessmentId[];
  note?: string;
  /** A call comes first: the result leads to the phone, and to a booking in the second place. */
  isForCall?: boolean;
  /** An assessment of the practice that was offered before: understood, but not asked. */
  isWithdrawn?: boolean;
  /** Text for the box of Other, written as the visitor would write it. */
  words?: string;
};

export type Question = {
  id: string;
  legend: string;
  hint?: string;
  /** `checkbox`: at least one. `radio`: exactly one. */
  type: "radio" | "checkbox";
  options: readonly Option[];
};

const option = (
  value: string,
  label: string,
  assessments: readonly SeedAssessmentId[] = [],
  note?: string,
): Option => ({ value, label, assessments, ...(note && { note }) });

function choice(id: string, legend: string, options: readonly Option[], hint?: string): Question {
  return { id, legend, type: "radio", options, ...(hint && { hint }) };
}

const OTHER = ["other"] as const;
const unsure = (...assessments: SeedAssessmentId[]) => option("unsure", "Not sure", assessments);
const forCall = (note?: string) => ({ ...option("unsure", "Not sure", OTHER, note), isForCall: true });
const UNSURE = forCall();

const CHEAPER_CERTIFICATE =
  "For a lasting power of attorney a certificate provider is always needed, and where nobody doubts the person's capacity that may be all you need. It can be a doctor, a solicitor, or somebody who has known the person for two years, and it costs less than an assessment.";
const DEPRIVATION_OF_LIBERTY =
  "Where somebody is kept in a care home or hospital and is not free to leave, the care home or hospital must ask the council for an authorisation, and the council arranges its own assessment without charge. Please ask them first.";
const PROPERTY_ATTORNEY =
  "An attorney for property and financial affairs may often act as soon as the power is registered, if it says so and the person agrees. Read the document first: you may not need an assessment.";
const STATUTORY_WILL =
  "A will made by the Court of Protection (a statutory will) follows the Mental Capacity Act and needs an application to the court. A solicitor can tell you what the court wants to see.";
const LARGEST_GIFT =
  "To give away nearly everything they own, the person needs as much understanding as making a will: also of who else might have expected something. What was given a short time before counts with it.";
const ATTORNEY_GIFT =
  "Attorneys and deputies may make only small gifts on customary occasions by themselves. For anything larger the Court of Protection must agree first: please ask a solicitor or the Office of the Public Guardian.";
const GIVER_UNSURE =
  "It matters whether the person makes the gift themselves or somebody makes it for them. Please call us, and we will work it out with you.";
const FITNESS_TO_PLEAD =
  "Whether somebody can stand trial in a criminal court (fitness to plead) is decided on the evidence of doctors, usually psychiatrists. Please call us before you book.";
const JOINT_OWNER =
  "If a joint owner can no longer sign, the court is asked to appoint another trustee, and it wants evidence about that role. Tell us in your own words, and we will agree a price with you first.";
const HOME_LOAN =
  "A lender or a solicitor usually asks for this, and wants to see it before the papers are signed. Ask them which decision the report must name, and tell us: an assessment is about that one decision.";
const TENANCY =
  "If the person cannot decide about a tenancy, only an attorney, a deputy or the Court of Protection can sign it for them. The council or the landlord can tell you what they need to see.";
const REVOKING =
  "The person may take back a lasting power of attorney at any time while they have capacity to do so. It is ended in writing, and the Office of the Public Guardian is told: a solicitor can help with that.";
const DECISION_UNSURE =
  "Please call us before you book anything. A few minutes are enough to find out what has to be decided, and you may not need an assessment at all.";
const MONEY_NAMED =
  "An assessment is about one decision at a time: to lend or to invest a sum, to pay for care, to close a business. Name it in your own words, and we will agree a price with you first.";
const DOUBT_UNSURE =
  "If you do not know whether anybody doubts the person's capacity, please call us first: a certificate provider may be enough.";

const DECISION: Question = {
  id: "decision",
  legend: "What does the person need to decide?",
  hint: "Choose everything that applies.",
  type: "checkbox",
  get options() {
    return [...DECISIONS, ...ownDecisions(), ...OTHER_DECISIONS];
  },
};

/** The practice's own assessments, in its own words. */
function ownDecisions(): Option[] {
  const offered = currentOffer().assessments;
  const own = wholeOffer().assessments.filter(({ id }) => !ASSESSMENTS.some((seed) => seed.id === id));
  return own.map((assessment) => ({
    value: `own-${assessment.id}`,
    label: assessment.name,
    hint: assessment.description,
    assessments: [assessment.id],
    isWithdrawn: !offered.includes(assessment),
  }));
}

const DECISIONS: readonly Option[] = [
  option("money", "Money, bills and property"),
  option("sell", "Selling a home or other property"),
  option("buy", "Buying a home or other property", ["capacity-buy-property"]),
  option("will", "Making or changing a will"),
  option("lpa", "A lasting power of attorney"),
  option("home-loan", "A mortgage or equity release", ["capacity-sell-property"], HOME_LOAN),
  option("tenancy", "Taking on a tenancy", ["capacity-buy-property"], TENANCY),
  option("revoke", "Ending (revoking) a lasting power of attorney"),
  option("gift", "A gift, a loan or a transfer to somebody"),
  option("court", "A court case"),
  option("health", "Where to live, care or medical treatment"),
];

const OTHER_DECISIONS: readonly Option[] = [
  option("other", "Something else", OTHER),
  forCall(DECISION_UNSURE),
];

const LIVES = choice(
  "lives",
  "Where does the person live?",
  [
    option("england", "England"),
    option("wales", "Wales"),
    option("scotland", "Scotland"),
    option("northern-ireland", "Northern Ireland"),
    option("abroad", "Outside the UK"),
    { value: "unsure", label: "Not sure", hint: "For example, they are about to move", isForCall: true },
  ],
  "The law differs between the nations of the UK.",
);

/** Further questions, by the decision that leads to them. */
const DETAILS: Readonly<Record<string, readonly Question[]>> = {
  money: [
    choice("money", "Money and property: what is the assessment for?", [
      option("deputy", "Applying to the Court of Protection to become a deputy", ["property-finance"]),
      option("asked", "A bank, benefits office, council or care home asks for it", ["property-finance"]),
      option(
        "attorney",
        "Starting to use a lasting power of attorney",
        ["property-finance"],
        PROPERTY_ATTORNEY,
      ),
      option("decision", "One particular money decision", ["property-finance"]),
      option("named", "Another money decision, which I will name in my own words", OTHER, MONEY_NAMED),
      unsure("property-finance"),
    ]),
  ],
  sell: [
    choice("sell", "Selling: how is it being sold?", [
      option("full", "At its full market price", ["capacity-sell-property"]),
      option("below", "For less than it is worth, or to the family", [
        "capacity-sell-property",
        "capacity-gift",
      ]),
      {
        ...option("joint", "A joint owner who may have lost capacity must sign", OTHER, JOINT_OWNER),
        words: "Capacity to act as a trustee: a joint owner must sign the sale of a property.",
      },
      UNSURE,
    ]),
  ],
  will: [
    choice("will", "Will: who makes it?", [
      option("person", "The person themselves", ["capacity-will"]),
      option("court", "The Court of Protection, for the person", ["capacity-will"], STATUTORY_WILL),
      unsure("capacity-will"),
    ]),
  ],
  lpa: [
    choice("lpa", "Lasting power of attorney: for what?", [
      option("property", "Property and financial affairs", ["lpa-property-affairs"]),
      option("health", "Health and welfare", ["lpa-health-welfare"]),
      option("both", "Both", ["lpa-property-affairs", "lpa-health-welfare"]),
      UNSURE,
    ]),
    choice(
      "lpa-doubt",
      "Lasting power of attorney: is there a diagnosis, a doubt or a likely dispute?",
      [
        option("yes", "Yes"),
        option("no", "No", [], CHEAPER_CERTIFICATE),
        { ...option("unsure", "Not sure", [], DOUBT_UNSURE), isForCall: true },
      ],
      "For example dementia, a stroke, or relatives who disagree.",
    ),
  ],
  revoke: [
    choice("revoke", "Ending a lasting power of attorney: which one?", [
      option("property", "Property and financial affairs", ["lpa-property-affairs"], REVOKING),
      option("health", "Health and welfare", ["lpa-health-welfare"], REVOKING),
      option("both", "Both", ["lpa-property-affairs", "lpa-health-welfare"], REVOKING),
      { ...forCall(REVOKING), words: "Capacity to revoke a lasting power of attorney." },
    ]),
  ],
  gift: [
    choice("gift", "Gift or loan: how much of what they own is it?", [
      option("small", "A small part", ["capacity-gift"]),
      option("large", "A large part", ["capacity-gift"]),
      option("nearly-all", "Nearly everything", ["capacity-gift"], LARGEST_GIFT),
      unsure("capacity-gift"),
    ]),
    choice("gift-giver", "Gift or loan: who makes it?", [
      option("person", "The person themselves"),
      option("attorney", "An attorney or deputy, for the person", [], ATTORNEY_GIFT),
      { ...option("unsure", "Not sure", [], GIVER_UNSURE), isForCall: true },
    ]),
  ],
  court: [
    choice("court", "Court case: what kind?", [
      {
        value: "settlement",
        label: "A civil claim that may bring the person money to look after",
        hint: "For example, compensation for an injury",
        assessments: ["capacity-litigate", "property-finance"],
      },
      option("civil", "Another civil case", ["capacity-litigate"]),
      option("family", "A family court", ["capacity-litigate"]),
      option("tribunal", "A tribunal", ["capacity-litigate"]),
      option("protection", "The Court of Protection", ["capacity-litigate"]),
      {
        ...option("criminal", "A criminal court", OTHER, FITNESS_TO_PLEAD),
        words: "Fitness to plead in a criminal court.",
      },
      UNSURE,
    ]),
  ],
  health: [
    choice("health", "Care and health: what is it about?", [
      option("residence", "Where to live", ["health-welfare"]),
      option("care", "Care and support", ["health-welfare"]),
      option("treatment", "Medical treatment", ["health-welfare"]),
      option("contact", "Whom to see", ["health-welfare"]),
      option(
        "kept",
        "Being kept in a care home or hospital and not free to leave",
        ["health-welfare"],
        DEPRIVATION_OF_LIBERTY,
      ),
      unsure("health-welfare"),
    ]),
  ],
};

/** Asked only where every assessment can be a video call. */
const VIDEO = choice("video", "Could the person manage a video call, with somebody beside them?", [
  option("yes", "Yes"),
  option("no", "No, we need a visit"),
  option(
    "unsure",
    "Not sure",
    [],
    "A visit is the safe choice. If a video call turns out to be possible, tell us when we call: it costs less.",
  ),
]);

const DEADLINE = choice(
  "deadline",
  "Is there a date it must be done by?",
  [
    option("none", "No"),
    {
      value: "later",
      get label() {
        return `Yes, in more than ${noticeText()}`;
      },
    },
    {
      value: "soon",
      get label() {
        return `Yes, within ${noticeText()}`;
      },
      get note() {
        return `Dates online start ${noticeText()} from today. Please call us as well: we will do what we can, and additional fees may apply.`;
      },
    },
    option("unsure", "Not sure", [], "If you find that there is a deadline, please call us."),
  ],
  "For example, a court date or a signing.",
);

export const QUESTIONS = {
  decision: DECISION,
  lives: LIVES,
  details: DETAILS,
  video: VIDEO,
  deadline: DEADLINE,
};

/** Shown when the practice offers neither the assessment nor Other. */
export const NOT_OFFERED =
  "For some or all of what you need, no assessment can be booked here. Please call us: we will tell you whom you can ask.";

/** The law where the Mental Capacity Act 2005 does not apply. */
export const OUTSIDE: Readonly<Record<string, { place: string; law: string }>> = {
  scotland: {
    place: "Scotland",
    law: "Scotland has its own law, the Adults with Incapacity (Scotland) Act 2000.",
  },
  "northern-ireland": {
    place: "Northern Ireland",
    law: "Northern Ireland has its own law, the Mental Capacity Act (Northern Ireland) 2016.",
  },
  abroad: { place: "another country", law: "The law of the country where the person lives applies there." },
};

/** The questions of "Which assessment do I need?", on at most four pages. Each option says what it adds to the result.
 * The texts about law are general information from `SOURCES`. */
import { noticeText } from "#app/features/catalogue/catalogue.ts";
import type { SeedAssessmentId } from "#app/features/catalogue/catalogue.ts";

/** When a person last compared these texts and `explanations.ts` with their sources. */
export const CHECKED_ON = "2026-11-21";

export const SOURCES = [
  "Mental Capacity Act 2005, sections 1 to 3, 9 to 12, 24, 27 to 29 and Schedules A1 and 1: legislation.gov.uk/ukpga/2005/9",
  "Adults with Incapacity (Scotland) Act 2000; Mental Capacity Act (Northern Ireland) 2016",
  "Banks v Goodfellow (1870) LR 5 QB 549; Clitheroe v Bond [2021] EWHC 1102 (Ch)",
  "Re Beaney [1978] 1 WLR 770; Kicks v Leigh [2014] EWHC 3926 (Ch)",
  "Civil Procedure Rules, Part 21; Masterman-Lister v Brutton [2002] EWCA Civ 1889; Dunhill v Burgin [2014] UKSC 18",
  "Public Guardian v RI [2022] EWCOP 22",
] as const;

type Effect = {
  assessments?: readonly SeedAssessmentId[];
  /** Shown on the result, once. */
  note?: string;
};

type Option = Effect & { value: string; label: string; hint?: string };

export type Question = {
  id: string;
  legend: string;
  hint?: string;
  /** `checkbox`: at least one. `radio`: exactly one. */
  type: "radio" | "checkbox";
  options: readonly Option[];
};

const OTHER = ["other"] as const;
const UNSURE: Option = { value: "unsure", label: "Not sure", assessments: OTHER };

const CHEAPER_CERTIFICATE =
  "For a lasting power of attorney a certificate provider is always needed, and where nobody doubts the person's capacity that may be all you need. It can be a doctor, a solicitor, or somebody who has known the person for two years, and it costs less than an assessment.";
const DEPRIVATION_OF_LIBERTY =
  "Where somebody is kept in a care home or hospital and is not free to leave, the care home or hospital must ask the council for an authorisation, and the council arranges its own assessment without charge. Please ask them first.";
const PROPERTY_ATTORNEY =
  "An attorney for property and financial affairs may often act as soon as the power is registered, if it says so and the person agrees. Read the document first: you may not need an assessment.";
const STATUTORY_WILL =
  "A will made by the Court of Protection (a statutory will) follows the Mental Capacity Act and needs an application to the court. A solicitor can tell you what the court wants to see.";
const ATTORNEY_GIFT =
  "Attorneys and deputies may make only small gifts on customary occasions by themselves. For anything larger the Court of Protection must agree first: please ask a solicitor or the Office of the Public Guardian.";
const GIVER_UNSURE =
  "It matters whether the person makes the gift themselves or somebody makes it for them. Please call us, and we will work it out with you.";
const FITNESS_TO_PLEAD =
  "Whether somebody can stand trial in a criminal court (fitness to plead) is decided on the evidence of doctors, usually psychiatrists. Please call us before you book.";
const JOINT_OWNER =
  "If a joint owner can no longer sign, the court is asked to appoint another trustee, and it wants evidence about that role. Tell us in your own words, and we will agree a price with you first.";
const DOUBT_UNSURE =
  "If you do not know whether anybody doubts the person's capacity, please call us first: a certificate provider may be enough.";

const DECISION: Question = {
  id: "decision",
  legend: "What does the person need to decide?",
  hint: "Choose everything that applies.",
  type: "checkbox",
  options: [
    { value: "money", label: "Money, bills and property" },
    { value: "sell", label: "Selling a home or other property" },
    { value: "buy", label: "Buying a home or other property", assessments: ["capacity-buy-property"] },
    { value: "will", label: "Making or changing a will" },
    { value: "lpa", label: "A lasting power of attorney" },
    { value: "gift", label: "A gift, a loan or a transfer to somebody" },
    { value: "court", label: "A court case" },
    { value: "health", label: "Where to live, care or medical treatment" },
    { value: "other", label: "Something else", assessments: OTHER },
    UNSURE,
  ],
};

/** The Mental Capacity Act 2005 applies in England and Wales only. */
const LIVES: Question = {
  id: "lives",
  legend: "Where does the person live?",
  hint: "The law differs between the nations of the UK.",
  type: "radio",
  options: [
    { value: "england", label: "England" },
    { value: "wales", label: "Wales" },
    { value: "scotland", label: "Scotland" },
    { value: "northern-ireland", label: "Northern Ireland" },
    { value: "abroad", label: "Outside the UK" },
    { value: "unsure", label: "Not sure", hint: "For example, they are about to move" },
  ],
};

/** Asked for each chosen decision, which is the key. */
const DETAILS: Readonly<Record<string, readonly Question[]>> = {
  money: [
    {
      id: "money",
      legend: "Money and property: what is the assessment for?",
      type: "radio",
      options: [
        {
          value: "deputy",
          label: "Applying to the Court of Protection to become a deputy",
          assessments: ["property-finance"],
        },
        {
          value: "asked",
          label: "A bank, benefits office, council or care home asks for it",
          assessments: ["property-finance"],
        },
        {
          value: "attorney",
          label: "Starting to use a lasting power of attorney",
          assessments: ["property-finance"],
          note: PROPERTY_ATTORNEY,
        },
        { value: "decision", label: "One particular money decision", assessments: ["property-finance"] },
        UNSURE,
      ],
    },
  ],
  sell: [
    {
      id: "sell",
      legend: "Selling: how is it being sold?",
      type: "radio",
      options: [
        { value: "full", label: "At its full market price", assessments: ["capacity-sell-property"] },
        {
          value: "below",
          label: "For less than it is worth, or to the family",
          assessments: ["capacity-sell-property", "capacity-gift"],
        },
        {
          value: "joint",
          label: "A joint owner who may have lost capacity must sign",
          assessments: OTHER,
          note: JOINT_OWNER,
        },
        UNSURE,
      ],
    },
  ],
  will: [
    {
      id: "will",
      legend: "Will: who makes it?",
      type: "radio",
      options: [
        { value: "person", label: "The person themselves", assessments: ["capacity-will"] },
        {
          value: "court",
          label: "The Court of Protection, for the person",
          assessments: ["capacity-will"],
          note: STATUTORY_WILL,
        },
        UNSURE,
      ],
    },
  ],
  lpa: [
    {
      id: "lpa",
      legend: "Lasting power of attorney: for what?",
      type: "radio",
      options: [
        { value: "property", label: "Property and financial affairs", assessments: ["lpa-property-affairs"] },
        { value: "health", label: "Health and welfare", assessments: ["lpa-health-welfare"] },
        { value: "both", label: "Both", assessments: ["lpa-property-affairs", "lpa-health-welfare"] },
        UNSURE,
      ],
    },
    {
      id: "lpa-doubt",
      legend: "Lasting power of attorney: is there a diagnosis, a doubt or a likely dispute?",
      hint: "For example dementia, a stroke, or relatives who disagree.",
      type: "radio",
      options: [
        { value: "yes", label: "Yes" },
        { value: "no", label: "No", note: CHEAPER_CERTIFICATE },
        { value: "unsure", label: "Not sure", note: DOUBT_UNSURE },
      ],
    },
  ],
  gift: [
    {
      id: "gift",
      legend: "Gift or loan: how much of what they own is it?",
      type: "radio",
      options: [
        { value: "small", label: "A small part", assessments: ["capacity-gift"] },
        { value: "large", label: "A large part", assessments: ["capacity-gift"] },
        { value: "nearly-all", label: "Nearly everything", assessments: ["capacity-gift"] },
        UNSURE,
      ],
    },
    {
      id: "gift-giver",
      legend: "Gift or loan: who makes it?",
      type: "radio",
      options: [
        { value: "person", label: "The person themselves" },
        { value: "attorney", label: "An attorney or deputy, for the person", note: ATTORNEY_GIFT },
        { value: "unsure", label: "Not sure", note: GIVER_UNSURE },
      ],
    },
  ],
  court: [
    {
      id: "court",
      legend: "Court case: what kind?",
      type: "radio",
      options: [
        {
          value: "settlement",
          label: "A civil claim that may bring the person money to look after",
          hint: "For example, compensation for an injury",
          assessments: ["capacity-litigate", "property-finance"],
        },
        { value: "civil", label: "Another civil case", assessments: ["capacity-litigate"] },
        { value: "family", label: "A family court", assessments: ["capacity-litigate"] },
        { value: "tribunal", label: "A tribunal", assessments: ["capacity-litigate"] },
        { value: "protection", label: "The Court of Protection", assessments: ["capacity-litigate"] },
        { value: "criminal", label: "A criminal court", assessments: OTHER, note: FITNESS_TO_PLEAD },
        UNSURE,
      ],
    },
  ],
  health: [
    {
      id: "health",
      legend: "Care and health: what is it about?",
      type: "radio",
      options: [
        { value: "residence", label: "Where to live", assessments: ["health-welfare"] },
        { value: "care", label: "Care and support", assessments: ["health-welfare"] },
        { value: "treatment", label: "Medical treatment", assessments: ["health-welfare"] },
        { value: "contact", label: "Whom to see", assessments: ["health-welfare"] },
        {
          value: "kept",
          label: "Being kept in a care home or hospital and not free to leave",
          assessments: ["health-welfare"],
          note: DEPRIVATION_OF_LIBERTY,
        },
        UNSURE,
      ],
    },
  ],
};

/** Asked only where every assessment can be a video call. */
const VIDEO: Question = {
  id: "video",
  legend: "Could the person manage a video call, with somebody beside them?",
  type: "radio",
  options: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No, we need a visit" },
    {
      value: "unsure",
      label: "Not sure",
      note: "A visit is the safe choice. If a video call turns out to be possible, tell us when we call: it costs less.",
    },
  ],
};

const DEADLINE: Question = {
  id: "deadline",
  legend: "Is there a date it must be done by?",
  hint: "For example, a court date or a signing.",
  type: "radio",
  options: [
    { value: "none", label: "No" },
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
    { value: "unsure", label: "Not sure", note: "If you find that there is a deadline, please call us." },
  ],
};

export const QUESTIONS = {
  decision: DECISION,
  lives: LIVES,
  details: DETAILS,
  video: VIDEO,
  deadline: DEADLINE,
};

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

import { checkOf, type CheckedText, type Checks } from "#app/features/settings/checked-texts.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import type { Letter } from "./letter.ts";
import texts from "./letter-texts.json" with { type: "json" };

type Part = { picture: string; heading: string; text: string };

/** The letter to the person after the visit, in two forms. Each is offered once the practice names who checked it. */
export const AFTER_LETTERS = {
  plain: {
    name: "Plain English",
    check: "afterPlain",
    title: "After our visit",
    opening: "{first} met you on {day}. Thank you for talking with {first}.",
    outcome: {
      able: "{about}: we think you can decide this by yourself now.",
      unable: "{about}: we think you cannot decide this by yourself now.",
    },
    parts: [
      {
        picture: "paper",
        heading: "What we wrote",
        text: "We wrote what we think about whether you can decide about {about} yourself. The person who asked us for the visit has our report. So may a court, and others who have to decide.",
      },
      {
        picture: "question",
        heading: "You can ask to see it",
        text: "You can ask us, or the person who asked us for the visit, to show you the report. We will read it with you, if you like.",
      },
      {
        picture: "clock",
        heading: "It is about now",
        text: "What you can decide may change. You can ask for somebody to look at it again.",
      },
      {
        picture: "unhappy",
        heading: "If you think it is wrong",
        text: "Tell us. Call us or write to us, or let somebody do it for you. An advocate can help you. A solicitor can tell you how to ask the court. Nobody will treat you worse because you say so.",
      },
    ],
  },
  "easy-read": {
    name: "Easy read",
    check: "afterEasyRead",
    title: "After our visit",
    opening: "{first} met you on {day}.",
    outcome: {
      able: "{about}: we think you can decide this now.",
      unable: "{about}: we think you cannot decide this by yourself now.",
    },
    parts: [
      {
        picture: "paper",
        heading: "What we wrote",
        text: "We wrote a report. It is about {about}. It says what we think.",
      },
      {
        picture: "question",
        heading: "See the report",
        text: "You can ask us to show you the report. We can read it with you.",
      },
      { picture: "clock", heading: "Later", text: "You can ask us to look again." },
      { picture: "together", heading: "Help", text: "An advocate can help you to say what you want." },
      {
        picture: "unhappy",
        heading: "If you think it is wrong",
        text: "Tell us. Call us or write to us. Somebody can do it for you.",
      },
    ],
  },
} as const satisfies Record<
  string,
  {
    name: string;
    check: CheckedText;
    title: string;
    opening: string;
    outcome: { able: string; unable: string };
    parts: readonly Part[];
  }
>;

export type AfterStyle = keyof typeof AFTER_LETTERS;

export const isAfterOffered = (style: AfterStyle, checks: Checks) =>
  checkOf(checks, AFTER_LETTERS[style].check) !== null;

type AfterFacts = {
  /** Empty while none is known. */
  name: string;
  firstName: string;
  day: IsoDate;
  /** Ids of the booked assessments. */
  assessments: readonly string[];
  /** Conclusions of the newest report to say; none by default. */
  outcomes: readonly { assessment: string; conclusion: "able" | "unable" }[];
  phone: string;
  email: string;
};

const ABOUT: Readonly<Record<string, string>> = texts.en.words.about;
const aboutOf = (assessment: string) => ABOUT[assessment] ?? ABOUT["other"]!;
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The letter after the visit. It says no conclusion unless `outcomes` has one. */
export function composeAfterLetter(style: AfterStyle, facts: AfterFacts): Letter {
  const { title, opening, outcome, parts } = AFTER_LETTERS[style];
  const { name, firstName, day, assessments, outcomes, phone, email } = facts;
  const slots: Readonly<Record<string, string>> = {
    first: firstName,
    day: formatLongDate(day),
    about: [...new Set(assessments.map(aboutOf))].join(` ${texts.en.words.and} `),
  };
  const fill = (text: string, own = slots) =>
    text.replace(/\{(\w+)\}/g, (_slot, key: string) => own[key] ?? "");
  const said = outcomes.map(({ assessment, conclusion }) =>
    fill(outcome[conclusion], { about: upper(aboutOf(assessment)) }),
  );
  return {
    title,
    dear: name === "" ? texts.en.words.hello : `Dear ${name}`,
    opening: fill(opening),
    rows: [{ picture: "phone", label: texts.en.words.ask, value: [phone, email].filter(Boolean).join(", ") }],
    parts: [
      ...parts.slice(0, 1).map((part) => ({ ...part, text: fill(part.text) })),
      ...(said.length > 0 ? [{ picture: "person", heading: "What we think", text: said.join(" ") }] : []),
      ...parts.slice(1).map((part) => ({ ...part, text: fill(part.text) })),
    ],
  };
}

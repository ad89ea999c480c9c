import { answerText } from "#app/kit/sections/answers.ts";
import {
  isAsked,
  isBlank,
  isSameAnswer,
  type Answer,
  type Answers,
  type AskedField,
} from "#app/kit/sections/fields.ts";
import type { Read } from "#app/features/referral/sections/labelled-answers.ts";
import { sectionFields, SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { homeOf, type AskedPart, type Home } from "./asked-parts.ts";

/** How an answer of somebody who was asked compares with the referral. `apart`: the referral has no question for it. */
export type Place = "same" | "empty-here" | "different" | "apart";

export type TheirAnswer = {
  name: string;
  label: string;
  text: string;
  home: Home | null;
  /** The referral's own question and answer; empty without a home. */
  question: string;
  ours: string;
  place: Place;
};

const homeField = ([section, name]: Home): AskedField =>
  sectionFields(section).find((field) => field.name === name)!;

/** Their answer as the home's field takes it: a field of one line gets one line. */
function answerForHome(home: Home, answer: Answer): Answer {
  const isLine = homeField(home).kind === "text";
  return isLine && typeof answer === "string" ? answer.trim().replaceAll(/\s*\n\s*/g, ", ") : answer;
}

function placeOf(home: Home, theirs: Answer, read: Read): Place {
  const ours = read(home[0])[home[1]];
  if (isSameAnswer(answerForHome(home, theirs), ours)) return "same";
  return isBlank(ours) ? "empty-here" : "different";
}

/** The answers that somebody wrote in a part, beside what the referral says now. `shown` are the booking's sections. */
export function theirsBesideOurs(
  part: AskedPart,
  answers: Answers,
  shown: ReadonlySet<SectionKey>,
  read: Read,
): TheirAnswer[] {
  return part.fields.flatMap((field): TheirAnswer[] => {
    const theirs = answers[field.name];
    if (theirs === undefined || isBlank(theirs) || !isAsked(field, answers)) return [];
    const { name, label } = field;
    const text = answerText(field, theirs).trim();
    const home = homeOf(part.key, name, shown);
    if (!home) return [{ name, label, text, home, question: "", ours: "", place: "apart" }];
    const ours = homeField(home);
    return [
      {
        name,
        label,
        text,
        home,
        question: `${SECTIONS[home[0]].title}: ${ours.label}`,
        ours: answerText(ours, read(home[0])[home[1]]).trim(),
        place: placeOf(home, theirs, read),
      },
    ];
  });
}

/** The change to the referral that puts an answer into its home. A question that another one reveals is asked then. */
export function putInHome(home: Home, answer: Answer): Answers {
  const { revealedBy } = homeField(home);
  const revealed = revealedBy && !isBlank(answer) ? { [revealedBy.question]: revealedBy.when.value } : {};
  return { ...revealed, [home[1]]: answerForHome(home, answer) };
}

import { date, group, optionalGroup, longText, text, type Section } from "#app/kit/sections/fields.ts";

/** Optional, for assessments without a form of their own: both powers of attorney, buying, selling, Other. */
export const decision = {
  key: "decision",
  slug: "decision",
  title: "The decision",
  lead: "What the person has to decide. Short notes are enough: the assessor prepares the visit from them.",
  groups: [
    group("What is to be decided", [
      longText("decisionToMake", "The decision", {
        hint: "Capacity is judged for one decision at a time. For example: whether to sell 4 Elm Road, or whom to appoint as attorney.",
      }),
      longText("decisionOptions", "The choices", {
        hint: "What the person could decide, and what each choice would mean for them. Doing nothing is a choice too.",
      }),
      longText("decisionInterests", "Who would gain, and who would lose", {
        hint: "Names, their relationship to the person, and roughly what is at stake.",
      }),
    ]),
    optionalGroup("What has happened so far", [
      longText("decisionExplained", "What has been explained to the person", {
        hint: "By whom, when and how: in writing, with pictures, with somebody they trust.",
      }),
      longText("decisionViews", "What the person says about it", {
        hint: "In their own words, where you can.",
      }),
    ]),
    optionalGroup("Lawyer and deadline", [
      text("decisionLawyer", "Lawyer who deals with it", { hint: "Name, firm and phone number." }),
      date("decisionDeadline", "Deadline", { isAnyDay: true }),
      longText("decisionDeadlineReason", "What happens on that day", {
        hint: "For example: completion of a sale, a hearing, a bed that is kept free.",
      }),
    ]),
  ],
} as const satisfies Section;

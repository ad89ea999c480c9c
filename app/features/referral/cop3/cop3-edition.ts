/** The items of Part A that we can draft. */
export type PartAKey =
  | "person"
  | "applicant"
  | "solicitor"
  | "returnTo"
  | "decisions"
  | "order"
  | "steps"
  | "circumstances";

type EditionItem = {
  key: PartAKey;
  /** The form's own number; null where this edition asks the question on form COP1 instead. */
  number: string | null;
  title: string;
  /** About how many characters fit into the form's box; a longer answer needs a continuation sheet. */
  boxCharacters: number;
};

/**
 * Form COP3 as published on GOV.UK. Whoever has a new edition in front of them changes this file and nothing else.
 * The items follow published descriptions of the form. Of the numbers, 3.1 is quoted word for word by users of the
 * form; compare the others with the PDF.  */
export const COP3_EDITION = {
  edition: "07.23",
  sources: [
    "https://www.gov.uk/government/publications/make-a-report-on-someones-capacity-to-make-decisions-form-cop3",
    "https://mental-capacity.co.uk/updates-to-form-cop3/",
    "https://bevanbrittan.com/insights/articles/2023/new-cop3-form-assessment-of-capacity",
  ],
  items: [
    { key: "person", number: "1.1", title: "The person to whom the application relates", boxCharacters: 600 },
    { key: "applicant", number: "1.2", title: "Your details (the applicant)", boxCharacters: 600 },
    { key: "solicitor", number: "1.3", title: "Your solicitor", boxCharacters: 600 },
    { key: "returnTo", number: "1.4", title: "Where the completed form should be sent", boxCharacters: 600 },
    { key: "decisions", number: "2.1", title: "The decisions the assessment is about", boxCharacters: 1_500 },
    {
      key: "steps",
      number: "3.1",
      title:
        "Please provide details about any practicable steps you know of, which may help the person make their own decision(s).",
      boxCharacters: 2_500,
    },
    {
      key: "circumstances",
      number: "3.2",
      title: "Anything else about the person’s circumstances",
      boxCharacters: 2_500,
    },
    {
      key: "order",
      number: null,
      title: "The order you ask for, and how it helps the person",
      boxCharacters: 1_500,
    },
  ] satisfies EditionItem[],
} as const;

/** Words that the check looks for. A senior assessor reads and extends these lists. */

/** The day on which the lists were last read by us. */
export const CHECK_WORDS_CHECKED_ON = "2026-11-26";

/** Left over from an earlier text or a form to fill in. */
export const PLACEHOLDERS: readonly RegExp[] = [
  /\bX{2,}\b/,
  /\[(?:[^\]\n]{0,40}\b)?(?:name|date|dob|address|client|person|insert|title|place|decision)\b[^\]\n]{0,40}\]/i,
  /\b(?:TBC|TBA|TBD)\b/,
  /\bto be (?:confirmed|completed|added)\b/i,
  /<[a-z ]{2,30}>/i,
  /_{4,}/,
  /\?{3,}/,
];

/** Words of illnesses, which say nothing about what somebody can do. */
export const DIAGNOSES: readonly string[] = [
  "dementia",
  "alzheimer",
  "alzheimer’s",
  "alzheimer's",
  "vascular dementia",
  "lewy body",
  "schizophrenia",
  "bipolar",
  "autism",
  "autistic",
  "learning disability",
  "brain injury",
  "stroke",
  "parkinson",
  "parkinson’s",
  "parkinson's",
  "huntington’s",
  "korsakoff",
  "delirium",
  "depression",
  "psychosis",
  "personality disorder",
  "cognitive impairment",
  "down syndrome",
  "aphasia",
];

/** Decisions without an object: `make decisions generally`. */
export const WITHOUT_OBJECT: readonly RegExp[] = [
  /\bdecisions?\b[^.]{0,20}\b(?:generally|in general|of any kind|at all)\b/i,
  /^\W*(?:whether .{0,60} can )?make (?:any |all |most |complex )?decisions?\W*$/i,
  /^\W*(?:general |global )?(?:mental )?capacity\W*$/i,
  /^\W*(?:capacity for )?(?:all|everything|finances|care|health and welfare)\W*$/i,
];

export const SAYS_UNABLE =
  /\b(?:(?<!not )lacks?|lacking|without|does not have|has no|doesn’t have) (?:the )?(?:mental )?capacity\b|\b(?:is |was )?unable to (?:decide|make)\b|\bcannot (?:decide|make)\b/i;
export const SAYS_ABLE =
  /\b(?:has|had|retains?) (?:the )?(?:mental )?capacity\b|\b(?:is|was) able to (?:decide|make)\b|\bcan (?:decide|make)\b/i;

export const SAYS_OPEN = /\b(?:whether|could not|not possible|not established|undetermined)\b/i;

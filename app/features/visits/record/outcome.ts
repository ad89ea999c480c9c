const DAY_MS = 86_400_000;

/** How much of a visit took place. Held in part: a second visit is to be agreed. Not held: the booking's
 * visit is, again. */
export const HELD = {
  full: "Held in full",
  part: "Held in part, second visit needed",
  none: "Not held",
} as const;

export type Held = keyof typeof HELD;

export const NOT_HELD_REASONS = {
  unwell: "The person was unwell",
  refused: "The person refused",
  "not-at-home": "Nobody was at home",
  unsafe: "It was unsafe",
  "no-interpreter": "No interpreter came",
  "not-needed": "No assessment is needed",
  other: "Another reason",
} as const;

export type NotHeldReason = keyof typeof NOT_HELD_REASONS;

export const CONDUCTED = { "in-person": "In person", remote: "By video or phone" } as const;

type OutcomeField = {
  label: string;
  hint?: string;
  kind: "time" | "text" | "note" | "choice";
  /** For a choice: labels by code. */
  options?: Readonly<Record<string, string>>;
  /** The half of the form to which it belongs; without it, both. Answers of the other half are not kept. */
  half?: "held" | "not-held";
  /** Message where it is empty and its half is filled in; without it, it is optional. */
  wanted?: string;
  /** Name in the form, where it differs. */
  control?: string;
  /** Label of its row on pages; a field without it is a part of another row. */
  row?: string;
};

/** The fields of an outcome, in the order of their rows. Form, schema, what is kept and the rows follow. */
const DECLARED = {
  startedAt: {
    label: "Start",
    hint: "Such as 10:05 or 1005",
    kind: "time",
    half: "held",
    wanted: "Enter the time at which the visit started.",
    row: "Time",
  },
  endedAt: {
    label: "End",
    hint: "Such as 11:30 or 1130",
    kind: "time",
    half: "held",
    wanted: "Enter the time at which the visit ended.",
  },
  conducted: {
    label: "How did you meet?",
    kind: "choice",
    options: CONDUCTED,
    half: "held",
    wanted: "Choose in person, or by video or phone.",
    row: "How",
  },
  present: { label: "Who was there?", hint: "Besides you and the person", kind: "text", row: "Present" },
  identity: {
    label: "How did you confirm who the person is?",
    hint: "Such as: passport; named by the ward’s nurse",
    kind: "text",
    half: "held",
    wanted: "Say how you confirmed who the person is.",
    row: "Identity confirmed by",
  },
  reason: {
    label: "Why not?",
    kind: "choice",
    options: NOT_HELD_REASONS,
    half: "not-held",
    wanted: "Choose why the visit was not held.",
    control: "notHeldReason",
  },
  note: {
    label: "Note to the office",
    hint: "Needed when it was unsafe.",
    kind: "note",
    row: "Note to the office",
  },
} as const satisfies Record<string, OutcomeField>;

type Declared = typeof DECLARED;
type ValueOf<Field> = Field extends { options: infer Labels } ? keyof Labels | null : string;

/** Sealed together, because each may be about health. Times are `HH:MM`, London. */
export type OutcomeDetails = { [Name in keyof Declared]: ValueOf<Declared[Name]> };

type ControlOf<Name extends keyof Declared> = Declared[Name] extends { control: infer Control }
  ? Control
  : Name;

/** Names of the fields' controls. */
export type OutcomeControl = { [Name in keyof Declared]: ControlOf<Name> }[keyof Declared];

export const OUTCOME_FIELDS = Object.entries<OutcomeField>(DECLARED).map(([name, field]) => ({
  ...field,
  name: name as keyof Declared,
  control: (field.control ?? name) as OutcomeControl,
}));

export type DeclaredOutcomeField = (typeof OUTCOME_FIELDS)[number];

export const halfOf = (how: Held) => (how === "none" ? "not-held" : "held");

/** A report can be corrected for so many days after the first one. */
export const CORRECTION_DAYS = 7;

export const isTooLate = (firstRecordedAt: string, now: Date): boolean =>
  Date.parse(firstRecordedAt) + CORRECTION_DAYS * DAY_MS < now.getTime();

/** `Not held: nobody was at home` */
export function outcomeWords(how: Held, details: Pick<OutcomeDetails, "reason"> | null): string {
  const reason = details?.reason ? NOT_HELD_REASONS[details.reason] : "";
  return reason ? `${HELD[how]}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : HELD[how];
}

/** The report in rows for a page, without empty ones. */
export function outcomeRows(how: Held, details: OutcomeDetails | null): [string, string][] {
  if (!details) return [["Outcome", HELD[how]]];
  const rows = OUTCOME_FIELDS.flatMap(({ name, row, options }): [string, string][] => {
    const value = details[name];
    if (!row || !value) return [];
    return [[row, name === "startedAt" ? `${value}–${details.endedAt}` : (options?.[value] ?? value)]];
  });
  return [["Outcome", outcomeWords(how, details)], ...rows];
}

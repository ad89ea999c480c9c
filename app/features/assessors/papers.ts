import { addDays, formatShortDate, type IsoDate } from "#app/platform/dates.ts";

/** Papers besides the registration by which an assessor is fit to assess. `short` is the word within a sentence. No
 * file is kept: the Disclosure and Barring Service wants none kept for longer than a decision needs. */
export const PAPERS = {
  insurance: {
    label: "Professional indemnity insurance",
    short: "Insurance",
    seen: "Insurer and policy number",
  },
  dbs: { label: "DBS check", short: "DBS check", seen: "Number of the certificate, level, update service" },
  dataProtection: { label: "Data protection training", short: "Data protection training", seen: "Course" },
  capacityAct: {
    label: "Mental Capacity Act training",
    short: "Mental Capacity Act training",
    seen: "Course",
  },
} as const;

export type PaperKind = keyof typeof PAPERS;
export const PAPER_KINDS = Object.keys(PAPERS) as PaperKind[];

/** The last day (London) of each paper, and what staff saw of it. */
export type Papers = Partial<Record<PaperKind, { until: IsoDate; seen: string }>>;

/** The values of the form. */
export const paperValues = (papers: Papers) =>
  Object.fromEntries(
    PAPER_KINDS.flatMap((kind) => [
      [`${kind}Until`, papers[kind]?.until ?? ""],
      [`${kind}Seen`, papers[kind]?.seen ?? ""],
    ]),
  );

type Papered = { registerEndsOn: IsoDate | null; papers: Papers };

/** Days before the end of a paper on which its assessor and the practice are told; the first points it out on lists. */
export const NOTICE_DAYS = [60, 14] as const;

export type EndingPaper = {
  key: PaperKind | "registration";
  name: string;
  until: IsoDate;
  hasEnded: boolean;
};

/** Papers and the registration that have ended or end within 60 days of `today` (London), the soonest first. */
export function endingPapers({ registerEndsOn, papers }: Papered, today: IsoDate): EndingPaper[] {
  const all = [
    { key: "registration" as const, name: "Registration", until: registerEndsOn },
    ...PAPER_KINDS.map((key) => ({ key, name: PAPERS[key].short, until: papers[key]?.until ?? null })),
  ];
  return all
    .flatMap(({ until, ...paper }) =>
      until !== null && until <= addDays(today, NOTICE_DAYS[0])
        ? [{ ...paper, until, hasEnded: until < today }]
        : [],
    )
    .toSorted((a, b) => (a.until < b.until ? -1 : 1));
}

export const endingWords = ({ name, until, hasEnded }: EndingPaper) =>
  `${name} ${hasEnded ? "ended" : "ends"} on ${formatShortDate(until)}`;

/** Why nobody can be given a visit on a day: their registration or insurance has ended by then. Null while both are
 * valid, or where no day is recorded. Other papers keep nobody from a visit. */
export function barredOn({ registerEndsOn, papers }: Papered, day: IsoDate) {
  const insured = papers.insurance?.until ?? null;
  if (registerEndsOn !== null && registerEndsOn < day)
    return { key: registerEndsOn, words: `Registration ended on ${formatShortDate(registerEndsOn)}` };
  if (insured !== null && insured < day)
    return { key: `insurance ${insured}`, words: `Insurance ended on ${formatShortDate(insured)}` };
  return null;
}

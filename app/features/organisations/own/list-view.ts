import type { Stage } from "#app/features/stage/stage.ts";

/** How far a booking is, in the words of an organisation, with the stages that it stands for. */
export const STEPS = {
  arranging: {
    label: "Being arranged",
    stages: ["to-contact", "to-agree", "asked", "offered", "not-chosen", "unanswered"],
  },
  agreed: { label: "Visit agreed", stages: ["agreed"] },
  reporting: {
    label: "Report being written",
    stages: ["outcome-missing", "to-report", "to-review", "on-hold"],
  },
  reported: { label: "Visited and reported", stages: ["to-complete"] },
  done: { label: "Done", stages: ["done"] },
  cancelled: { label: "Cancelled", stages: ["cancelled"] },
} as const satisfies Record<string, { label: string; stages: readonly Stage[] }>;

export type ListStep = keyof typeof STEPS;

export const stepOf = (stage: Stage) =>
  (Object.keys(STEPS) as ListStep[]).find((step) =>
    (STEPS[step].stages as readonly Stage[]).includes(stage),
  )!;

/** Filters by day: visits of the next seven days, and visits of longer ago whose report is due. */
export const DUE = { visit: "Visit in the next 7 days", report: "Report overdue" } as const;

const MAX_SEARCH = 100;

/** The list as an address shows it. `whose`: `mine`, or a member's account. */
export type ListView = {
  search: string;
  step: ListStep | null;
  whose: string | null;
  due: keyof typeof DUE | null;
};

export function readListView(query: URLSearchParams): ListView {
  const oneOf = <Key extends string>(name: string, keys: object) => {
    const value = query.get(name) ?? "";
    return Object.hasOwn(keys, value) ? (value as Key) : null;
  };
  return {
    search: (query.get("search") ?? "").trim().slice(0, MAX_SEARCH),
    step: oneOf<ListStep>("stage", STEPS),
    whose: query.get("whose")?.slice(0, 40) || null,
    due: oneOf<keyof typeof DUE>("due", DUE),
  };
}

export const isNarrowed = ({ search, step, whose, due }: ListView) => Boolean(search || step || whose || due);

import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { openDisputes } from "./disputes.server.ts";
import { closedLines, readFacts } from "./facts.server.ts";
import { linesOfVisit, openLines, sumPence, type OpenLine, type PayLine } from "./lines.ts";
import { listRules } from "./rules.server.ts";

type Read = Pick<Deps, "secrets" | "settings"> & { db: Executor };

export type OpenPay = {
  /** For the next statements. */
  ready: OpenLine[];
  /** Held back until staff answer what the assessor said about them. */
  disputed: OpenLine[];
  /** Earned, and not due. */
  coming: PayLine[];
};

/** Everything that is earned until a day and is in no statement: of everybody, or of one assessor. */
export async function readOpenPay(
  deps: Read,
  { until, assessorId }: { until: IsoDate; assessorId?: string },
): Promise<OpenPay> {
  const rules = await listRules(deps);
  const only = assessorId === undefined ? {} : { assessorId };
  const facts = await readFacts(deps, { until, rules, ...only });
  const wanted = facts
    .flatMap((visit) => linesOfVisit(rules, visit))
    .filter((line) => assessorId === undefined || line.assessorId === assessorId);
  const closed = await closedLines(deps, { visitIds: facts.map(({ visitId }) => visitId), ...only });
  const keptVisits = new Set(facts.flatMap(({ isErased, visitId }) => (isErased ? [visitId] : [])));
  const open = openLines(wanted, closed, { until, keptVisits });
  const held = new Set((await openDisputes(deps, only)).map(({ lineKey }) => lineKey));
  return {
    ready: open.filter(({ key }) => !held.has(key)),
    disputed: open.filter(({ key }) => held.has(key)),
    coming: wanted.filter(({ dueOn, pence }) => (dueOn === null || dueOn > until) && pence !== 0),
  };
}

/** Lines by assessor. Who has a sum below zero, or of zero, gets no statement: their lines wait for a later month. */
export function byAssessor(lines: readonly OpenLine[]) {
  return [...Map.groupBy(lines, ({ assessorId }) => assessorId)].map(([assessorId, own]) => {
    const pence = sumPence(own);
    return { assessorId, lines: own, pence, isCarried: pence <= 0 };
  });
}

/** Names what a month would close: a form that shows something else is refused. */
export const seenOf = ({ ready }: Pick<OpenPay, "ready">) => `${ready.length}-${sumPence(ready)}`;

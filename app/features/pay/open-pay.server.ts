import { createHash } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { disputedKeys } from "./disputes.server.ts";
import { closedLines, readFacts } from "./facts.server.ts";
import { linesOfVisit, openLines, sumPence, type OpenLine, type PayLine } from "./lines.ts";
import { listRules } from "./rules.server.ts";

type Read = Pick<Deps, "secrets" | "settings"> & { db: Executor };

const SEEN_LENGTH = 40;

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
  const held = await disputedKeys(deps, assessorId);
  const pay: OpenPay = { ready: [], disputed: [], coming: [] };
  // All lines of a visit are in one piece.
  for await (const facts of readFacts(deps, { until, rules, ...only })) {
    const wanted = facts
      .flatMap((visit) => linesOfVisit(rules, visit))
      .filter((line) => assessorId === undefined || line.assessorId === assessorId);
    const closed = await closedLines(deps, { visitIds: facts.map(({ visitId }) => visitId), ...only });
    const keptVisits = new Set(facts.flatMap(({ isErased, visitId }) => (isErased ? [visitId] : [])));
    for (const line of openLines(wanted, closed, { until, keptVisits }))
      (held.has(line.key) ? pay.disputed : pay.ready).push(line);
    for (const line of wanted)
      if ((line.dueOn === null || line.dueOn > until) && line.pence !== 0) pay.coming.push(line);
  }
  return pay;
}

/** Lines by assessor. Who has a sum below zero, or of zero, gets no statement: their lines wait for a later month. */
export function byAssessor(lines: readonly OpenLine[]) {
  return [...Map.groupBy(lines, ({ assessorId }) => assessorId)].map(([assessorId, own]) => {
    const pence = sumPence(own);
    return { assessorId, lines: own, pence, isCarried: pence <= 0 };
  });
}

/** A fingerprint of every line that a month would close: a form that shows something else is refused. */
export const seenOf = ({ ready }: Pick<OpenPay, "ready">) => {
  const lines = ready.map(({ key, pence, dueOn, detail, isAdjustment }) =>
    JSON.stringify([key, pence, dueOn, detail, isAdjustment]),
  );
  return createHash("sha256").update(lines.sort().join("\n")).digest("base64url").slice(0, SEEN_LENGTH);
};

import { HELD_BACK } from "#app/features/data-protection/restriction.ts";
import { formatInstant } from "#app/platform/dates.ts";
import {
  registrationEnded,
  signsAgainst,
  type FitProfile,
  type Sign,
  type SignCode,
  type Wanted,
} from "./fit.ts";

/** Why the assessor of an agreed visit cannot come. */
export type ProblemCode =
  | SignCode
  | "deactivated"
  | "no-assessor"
  | "registration-ended"
  | "restricted"
  | "cannot-come";

export type AssessorProblem = Sign<ProblemCode>;

/** Nobody can say that these may stay: the visit needs another assessor, or the cause has to end. */
const LASTING: ReadonlySet<string> = new Set<ProblemCode>([
  "deactivated",
  "no-assessor",
  "registration-ended",
  "restricted",
]);

export const maySettle = ({ code }: Pick<AssessorProblem, "code">) => !LASTING.has(code);

/** Found in visits that an earlier release agreed. Their other signs were seen by staff then, and kept nowhere. */
const ALWAYS_FOUND: ReadonlySet<string> = new Set<ProblemCode>([
  ...(LASTING as Set<ProblemCode>),
  "day-off",
  "cannot-come",
]);

type Situation = {
  assessor: FitProfile & { isActive: boolean; isAssessor: boolean };
  wanted: Wanted;
  day: Parameters<typeof signsAgainst>[2];
  isRestricted: boolean;
  /** The assessor's note that they cannot come; null without one. `at` is a UTC instant. */
  cannotCome: { id: string; at: string } | null;
};

/** Every reason for which the assessor of a visit cannot come, or may not suit it any more. */
export function problemsOf({
  assessor,
  wanted,
  day,
  isRestricted,
  cannotCome,
}: Situation): AssessorProblem[] {
  const problem = (code: ProblemCode, words: string, key = ""): AssessorProblem => ({ code, key, words });
  const ended = registrationEnded(assessor, wanted.day);
  const isGone = !assessor.isActive || !assessor.isAssessor;
  return [
    !assessor.isActive && problem("deactivated", "Their account is deactivated"),
    assessor.isActive && !assessor.isAssessor && problem("no-assessor", "They are no assessor any more"),
    isRestricted && problem("restricted", HELD_BACK.replace(/\.$/, "")),
    cannotCome !== null &&
      problem(
        "cannot-come",
        `They said on ${formatInstant(cannotCome.at)} that they cannot come`,
        cannotCome.id,
      ),
    ...(isGone
      ? []
      : [
          ended !== null && problem("registration-ended", ended, assessor.registerEndsOn ?? ""),
          ...signsAgainst(assessor, wanted, day),
        ]),
  ].filter((one) => one !== false);
}

/** A problem as it is kept once staff said that it may stay. */
export const settledKey = ({ code, key }: Pick<AssessorProblem, "key"> & { code: string }) =>
  `${code}:${key}`;

/** Kept as JSON; null for a visit of an earlier release. */
export function readSettled(settled: string | null): ReadonlySet<string> | null {
  return settled === null ? null : new Set(JSON.parse(settled) as string[]);
}

/** The problems about which nobody has said that they may stay. */
export function openProblems(
  problems: readonly AssessorProblem[],
  { settled }: { settled: string | null },
): AssessorProblem[] {
  const kept = readSettled(settled);
  return problems.filter((problem) => {
    if (kept?.has(settledKey(problem)) && maySettle(problem)) return false;
    return kept !== null || ALWAYS_FOUND.has(problem.code);
  });
}

import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import { barredOn } from "#app/features/assessors/papers.ts";
import { HELD_BACK } from "#app/features/data-protection/restriction.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { ADDRESS_SOURCES, type RecordedAddress } from "./addresses.ts";
import {
  signsAgainst,
  type FitProfile,
  type Sign,
  type SignCode,
  type Wanted,
} from "#app/features/visits/record/fit.ts";
import { isWholeAddress, saysAddress } from "#app/features/visits/record/visit-place.ts";

/** Why the assessor of an agreed visit cannot come. */
type AssessorCode =
  | SignCode
  | "deactivated"
  | "no-assessor"
  | "registration-ended"
  | "restricted"
  | "cannot-come";

/** Doubts about the place of an agreed visit: the records have another address, the booking is of the other kind, or
 * the place is no whole address. */
type PlaceCode = "other-address" | "other-kind" | "address-missing";

type ProblemCode = AssessorCode | PlaceCode;

export type VisitProblem = Sign<ProblemCode> & {
  /** The address that the records have now, for `other-address`. */
  address?: RecordedAddress;
};

const PLACE_CODES: ReadonlySet<ProblemCode> = new Set<PlaceCode>([
  "other-address",
  "other-kind",
  "address-missing",
]);

export const isAboutPlace = ({ code }: Pick<VisitProblem, "code">) => PLACE_CODES.has(code);
/** Names what is in doubt about the place of a visit; null for nothing. */
export function placeDoubtWords(problems: readonly Pick<VisitProblem, "code">[]): string | null {
  const codes = problems.filter(isAboutPlace).map(({ code }) => code);
  if (codes.length === 0) return null;
  if (codes.includes("other-address")) return "Another address";
  return codes.includes("other-kind") ? "Another kind of visit" : "Address missing";
}

export const isAboutAssessor = (problem: Pick<VisitProblem, "code">) => !isAboutPlace(problem);

/** Nobody can say that these may stay: the visit needs another assessor or address, or the cause has to end. */
const LASTING: ReadonlySet<string> = new Set<ProblemCode>([
  "deactivated",
  "no-assessor",
  "registration-ended",
  "restricted",
  "address-missing",
]);

export const maySettle = ({ code }: Pick<VisitProblem, "code">) => !LASTING.has(code);

/** Found in visits that an earlier release agreed. Their other signs were seen by staff then, and kept nowhere. */
const ALWAYS_FOUND: ReadonlySet<string> = new Set<ProblemCode>([
  ...(LASTING as Set<ProblemCode>),
  "day-off",
  "cannot-come",
  "other-address",
  "other-kind",
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
export function problemsOf({ assessor, wanted, day, isRestricted, cannotCome }: Situation): VisitProblem[] {
  const problem = (code: ProblemCode, words: string, key = ""): VisitProblem => ({ code, key, words });
  const barred = barredOn(assessor, wanted.day);
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
          barred !== null && problem("registration-ended", barred.words, barred.key),
          ...signsAgainst(assessor, wanted, day),
        ]),
  ].filter((one) => one !== false);
}

type Placed = { mode: PricingMode; place: string; settled: string | null };

/** Why the place of a visit is in doubt. `addresses` are those on record. Of a visit that an earlier release agreed,
 * the first whole one counts. */
export function placeProblemsOf(
  { mode, place, settled }: Placed,
  booking: { isVirtual: boolean; addresses: readonly RecordedAddress[] },
): VisitProblem[] {
  const isOtherKind = booking.isVirtual !== (mode === "virtual");
  const kind = booking.isVirtual ? "virtual" : "face-to-face";
  const counting =
    settled === null
      ? booking.addresses.filter(({ address }) => isWholeAddress(address)).slice(0, 1)
      : booking.addresses;
  const others = mode === "virtual" ? [] : counting.filter(({ address }) => !saysAddress(place, address));
  return [
    ...(isOtherKind ? [{ code: "other-kind" as const, key: kind, words: `The booking is ${kind} now` }] : []),
    ...others.map((address) => ({
      code: "other-address" as const,
      key: address.keys[0]!,
      words: `${ADDRESS_SOURCES[address.source]}: ${address.address}`,
      address,
    })),
    ...(mode === "virtual" || isWholeAddress(place)
      ? []
      : [{ code: "address-missing" as const, key: "", words: missingWords(place) }]),
  ];
}

/** The sentence about a place by which nobody finds the door. */
export const missingWords = (place: string) =>
  place === "" ? "No address is known yet" : `“${place}” is no whole address`;

/** A problem as it is kept once staff said that it may stay. */
export const settledKey = ({ code, key }: Pick<VisitProblem, "key"> & { code: string }) => `${code}:${key}`;

/** An address that was known when the place of a visit was decided. */
export const knownAddress = (key: string) => settledKey({ code: "other-address", key });

/** The keys of the addresses that were known when a question was asked; none for one of an earlier release. */
export const knownIn = (settled: string | null): string[] =>
  [...(readSettled(settled) ?? [])].flatMap((key) => {
    const [code, ...rest] = key.split(":");
    return code === "other-address" ? [rest.join(":")] : [];
  });

const settledKeys = (problem: VisitProblem) =>
  problem.address ? problem.address.keys.map(knownAddress) : [settledKey(problem)];

/** Kept as JSON; null for a visit of an earlier release. */
export const readSettled = (settled: string | null): ReadonlySet<string> | null =>
  settled === null ? null : new Set(JSON.parse(settled) as string[]);

/** The problems about which nobody has said that they may stay. */
export function openProblems(problems: readonly VisitProblem[], { settled }: { settled: string | null }) {
  const kept = readSettled(settled);
  return problems.filter((problem) => {
    if (maySettle(problem) && settledKeys(problem).some((key) => kept?.has(key))) return false;
    return kept !== null || ALWAYS_FOUND.has(problem.code);
  });
}

import { addDays, type IsoDate } from "#app/platform/dates.ts";
import { plainWords } from "./bank-values.ts";

/** Which booking a line of the bank pays. Money is whole pence. */

/** A booking with invoices that were made here. */
export type Payable = {
  bookingId: string;
  reference: string;
  /** `INV-000012`. */
  numbers: readonly string[];
  openPence: number;
  /** The buyers of its invoices, and their organisations. */
  buyers: readonly string[];
  /** Money that was recorded by hand. */
  byHand: readonly { pence: number; on: IsoDate }[];
};

/** `doubt`: what the bank says of it that nobody here knows; then it is never sure. */
export type Line = { id: string; day: IsoDate; pence: number; words: string; doubt: string };

type LikelyWhy = "doubt" | "amount-differs" | "name-and-amount" | "amount" | "name";

/** `sure`: our reference and the exact rest. `likely`: our reference with another amount, or the exact rest with a name
 * or alone; `restPence` is what surer lines leave to pay. `unknown`: nothing, or too much to choose from. */
export type Match =
  | { kind: "sure"; of: Payable }
  | { kind: "likely"; of: Payable; why: LikelyWhy; restPence: number }
  | { kind: "unknown"; why: "nothing" | "several-fit"; named: readonly string[] }
  /** `shares`: where the rests of those that are named make its sum; otherwise none. */
  | { kind: "unknown"; why: "several-named"; named: readonly string[]; shares: readonly Payable[] }
  /** The payment was recorded by hand already, as it seems. */
  | { kind: "unknown"; why: "by-hand"; named: readonly string[]; on: IsoDate };

const NUMBER = /\bINV[\s-]*0*(\d{1,6})(?!\d)/g;
const REFERENCE = /\bMCA[\s-]*([A-Z0-9]{4})[\s-]*([A-Z0-9]{4})(?![A-Z0-9])/g;
/** Days between a payment that was recorded by hand and its line at the bank. */
const BY_HAND_DAYS = 7;

/** The invoices' numbers and the bookings' references that somebody wrote: banks drop hyphens and change the case. */
export function namesIn(words: string): { numbers: number[]; references: string[] } {
  const text = plainWords(words);
  return {
    numbers: [...text.matchAll(NUMBER)].map(([, number]) => Number(number)),
    references: [...text.matchAll(REFERENCE)].map(([, first, second]) => `MCA-${first}-${second}`),
  };
}

const wordsOf = (text: string) =>
  plainWords(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const TITLES = new Set(["MR", "MRS", "MS", "MISS", "DR", "LTD", "LLP", "LIMITED", "THE", "AND", "OF"]);

type Buyer = { of: Payable; names: readonly string[] };

/** The buyers by the last word of their names. A single word, or a surname of two letters, names nobody. */
function buyersByLastName(payables: readonly Payable[]): Map<string, Buyer[]> {
  const buyers = payables.flatMap((of) =>
    of.buyers.map((buyer): Buyer => ({ of, names: wordsOf(buyer).filter((word) => !TITLES.has(word)) })),
  );
  const usable = buyers.filter(({ names }) => names.length > 1 && names.at(-1)!.length > 2);
  return Map.groupBy(usable, ({ names }) => names.at(-1)!);
}

/** Whether words of a line name a buyer: each word of the name, or a surname with the first letter of a first name. */
function isNamed({ names }: Buyer, words: ReadonlySet<string>): boolean {
  if (names.every((name) => words.has(name))) return true;
  const [first, last] = [names[0]!, names.at(-1)!];
  return (
    names.length === 2 && words.has(last) && [...words].some((word) => word !== last && word[0] === first[0])
  );
}

/** Finds the match of one line after the other, in the order of their days: a second one with the same reference finds
 * nothing left to pay. */
export function matcherOf(payables: readonly Payable[]): (line: Line) => Match {
  const byName = new Map<string, Payable>();
  for (const payable of payables)
    for (const name of [payable.reference, ...payable.numbers]) byName.set(name, payable);
  const rests = new Map(payables.map(({ bookingId, openPence }) => [bookingId, openPence]));
  const restOf = ({ bookingId }: Payable) => rests.get(bookingId)!;
  const open = payables.filter(({ openPence }) => openPence > 0);
  const byRest = Map.groupBy(open, ({ openPence }) => openPence);
  const byLastName = buyersByLastName(open);
  return (line) => {
    const { numbers, references } = namesIn(line.words);
    const names = [...references, ...numbers.map((number) => `INV-${String(number).padStart(6, "0")}`)];
    const named = [...new Set(names.flatMap((name) => byName.get(name) ?? []))];
    const match =
      named.length > 0 ? matchNamed(line, named, restOf) : matchUnnamed(line, { byLastName, byRest, restOf });
    if (match.kind === "sure") rests.set(match.of.bookingId, 0);
    return match;
  };
}

function matchNamed(line: Line, named: readonly Payable[], restOf: (of: Payable) => number): Match {
  const references = named.map(({ reference }) => reference);
  const [of, second] = named;
  if (second) {
    const isWhole =
      named.every((one) => restOf(one) > 0 && restOf(one) === one.openPence) &&
      named.reduce((sum, one) => sum + one.openPence, 0) === line.pence;
    return { kind: "unknown", why: "several-named", named: references, shares: isWhole ? named : [] };
  }
  if (restOf(of!) === line.pence && line.doubt !== "")
    return { kind: "likely", of: of!, why: "doubt", restPence: line.pence };
  if (restOf(of!) === line.pence) return { kind: "sure", of: of! };
  const known = of!.byHand.find(
    ({ pence, on }) =>
      pence === line.pence && on >= addDays(line.day, -BY_HAND_DAYS) && on <= addDays(line.day, BY_HAND_DAYS),
  );
  if (known) return { kind: "unknown", why: "by-hand", named: references, on: known.on };
  return { kind: "likely", of: of!, why: "amount-differs", restPence: restOf(of!) };
}

type Open = {
  byLastName: ReadonlyMap<string, readonly Buyer[]>;
  byRest: ReadonlyMap<number, readonly Payable[]>;
  restOf: (of: Payable) => number;
};

function matchUnnamed(line: Line, { byLastName, byRest, restOf }: Open): Match {
  const words = new Set(wordsOf(line.words));
  const found = [...words]
    .flatMap((word) => byLastName.get(word) ?? [])
    .filter((buyer) => isNamed(buyer, words));
  const byName = [...new Set(found.map(({ of }) => of))].filter((of) => restOf(of) > 0);
  const fits = (byRest.get(line.pence) ?? []).filter((of) => restOf(of) === line.pence);
  const both = byName.filter((of) => restOf(of) === line.pence);
  if (both.length > 0) return oneOf(both, "name-and-amount", restOf);
  if (fits.length === 1) return oneOf(fits, "amount", restOf);
  if (byName.length > 0) return oneOf(byName, "name", restOf);
  return { kind: "unknown", why: "nothing", named: [] };
}

const oneOf = (found: readonly Payable[], why: LikelyWhy, restOf: Open["restOf"]): Match =>
  found.length === 1
    ? { kind: "likely", of: found[0]!, why, restPence: restOf(found[0]!) }
    : severalFit(found);

const MAX_NAMED = 5;

const severalFit = (found: readonly Payable[]): Match => ({
  kind: "unknown",
  why: "several-fit",
  named: found.slice(0, MAX_NAMED).map(({ reference }) => reference),
});

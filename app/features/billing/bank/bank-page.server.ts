import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { cleanFileName } from "#app/features/documents/store-document.server.ts";
import { KEPT_OUT_WORDS } from "#app/features/data-protection/restriction.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { byIntent } from "#app/forms/intent.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { FIRST_PAGE, pageOf } from "#app/kit/pages.ts";
import { givingWay } from "#app/kit/pieces.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { counted } from "#app/platform/counted.ts";
import { formatShortDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { partsNamed, type PaymentPart } from "../own/payments-page.server.ts";
import type { PaymentProblem } from "../own/record-payment.server.ts";
import { bookLine } from "./book-line.server.ts";
import { chooseFormat, chosenFormats } from "./formats.server.ts";
import { linesIn, moveLines, storeLines } from "./lines.server.ts";
import { matcherOf, namesIn, type Line, type Match, type Payable } from "./match.ts";
import { payablesFor } from "./payables.server.ts";
import { ODD_WORDS, readBankFile, unreadWords, type Columns } from "./read-bank-file.server.ts";

const money = formatPoundsAndPence;
export const BANK_PAGE = "/admin/payments/bank-file";
const MAX_SURE = 200;

/** Why a line is proposed, or is not. */
function whyWords(line: Line, match: Match): string {
  const doubt = line.doubt === "" ? "" : `The bank says “${line.doubt}”: please check that the money came.`;
  return [doubt, fitWords(line, match)].filter(Boolean).join(" ");
}

function fitWords(line: Line, match: Match): string {
  if (match.kind === "sure") return "Reference and amount fit.";
  if (match.kind === "likely") {
    const { restPence, why } = match;
    if (why === "doubt") return "Reference and amount fit.";
    if (why === "name-and-amount") return "Name and amount fit.";
    if (why === "amount") return "Of what is still to pay, this amount fits alone.";
    const said = why === "name" ? "The name fits" : "The reference fits";
    if (restPence === 0) return `${said}, but nothing is still to pay: it would be a credit.`;
    if (line.pence < restPence) return `${said}: a part of ${money(restPence)}.`;
    return `${said}: ${money(line.pence - restPence)} more than the ${money(restPence)} still to pay.`;
  }
  const named = match.named.join(", ");
  switch (match.why) {
    case "by-hand":
      return `This payment for ${named} was recorded by hand on ${formatShortDate(match.on)}, it seems. If so, set this line aside.`;
    case "several-named":
      if (match.shares.length > 0) return `This line names ${named}, and pays what is still to pay of each.`;
      return `This line names several bookings: ${named}. Enter an amount after each.`;
    case "several-fit":
      return `This line fits several bookings: ${named}.`;
    default:
      return "";
  }
}

function shownLine(line: Line, match: Match) {
  const of = match.kind === "unknown" ? null : match.of;
  const shares = match.kind === "unknown" && match.why === "several-named" ? match.shares : [];
  const inPounds = ({ reference, openPence }: Payable) => `${reference} ${(openPence / 100).toFixed(2)}`;
  const parts = of ? [of] : shares;
  return {
    ...line,
    kind: match.kind,
    why: whyWords(line, match),
    booking: of && { id: of.bookingId, reference: of.reference },
    /** The booking or the parts that it pays, as one would type them. */
    typed: of ? of.reference : shares.map(inPounds).join(", "),
    /** The rest to pay that this page shows: a booking for another one is refused. */
    seen: parts.map(({ reference, openPence }) => `${reference}:${openPence}`).join(" "),
  };
}

export type ShownLine = ReturnType<typeof shownLine>;

async function openMatches(deps: Deps, limit?: number) {
  const lines = await linesIn(deps, "open", limit);
  const match = matcherOf(await payablesFor(deps, lines));
  const giveWay = givingWay();
  const all: { line: Line; match: Match }[] = [];
  for (const line of lines) {
    await giveWay();
    all.push({ line, match: match(line) });
  }
  return all;
}

/** The oldest lines that are not booked yet, as the bank's page shows them. */
export const firstLines = async (deps: Deps, limit: number) =>
  (await openMatches(deps, limit)).map(({ line, match }) => shownLine(line, match));

const matchesNothing = ({ match }: { match: Match }) => match.kind === "unknown" && match.why === "nothing";

/** The lines of the bank that are not booked yet, each with what it pays, as it seems now, in pages; `line` names one
 * to begin with. */
export async function readBankPage(deps: Deps, url = FIRST_PAGE) {
  const all = await openMatches(deps);
  const of = (kind: Match["kind"]) => all.filter(({ match }) => match.kind === kind);
  const nothing = all.filter(matchesNothing);
  const named = of("unknown").filter((one) => !matchesNothing(one));
  const isFirst = ({ line }: (typeof all)[number]) => line.id === url.searchParams.get("line");
  const others = [...of("likely"), ...named, ...nothing].toSorted(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)),
  );
  const shown = (some: typeof all) => some.map(({ line, match }) => shownLine(line, match));
  const ofSure = pageOf(of("sure"), url, { name: "sure", size: MAX_SURE });
  const ofOthers = pageOf(others, url, { name: "others", size: 100 });
  const aside = pageOf((await linesIn(deps, "aside")).toReversed(), url, { name: "aside" });
  return {
    sure: shown(ofSure.rows),
    others: shown(ofOthers.rows),
    nothingCount: nothing.length,
    aside: aside.rows,
    at: { sure: ofSure.at, others: ofOthers.at, aside: aside.at },
  };
}

export type BankPage = Awaited<ReturnType<typeof readBankPage>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest };

const lineIds = z
  .array(z.string().max(40), { error: "Tick the lines first." })
  .min(1, "Tick the lines first.")
  .max(MAX_SURE);

const TickedSchema = z.object({ line: lineIds });
const AllSchema = z.object({ seenCount: z.coerce.number().int().min(1) });

const BOOKING_PROBLEMS: Record<PaymentProblem, string> = {
  ...KEPT_OUT_WORDS,
  "not-found": KEPT_OUT_WORDS.erased,
  "no-invoice": "This booking has no invoice that was made here. Issue the invoice first.",
  booked: "This line of the bank file was booked before.",
  "too-much": "This is more than the booking has too much.",
  changed: "The account of this booking changed since you opened this page. Please check the amount again.",
  again: "A payment of this amount is recorded already.",
  "same-booking": KEPT_OUT_WORDS.erased,
  "more-than-open": "This is more than is still to pay.",
  "paid-back": "More would have been paid back than came in.",
};

type Refused = { ok: false; problem: "not-found" | "not-booked" | "changed"; words?: string };

const refuseWith = (problem: "not-found" | "not-booked", words: string): Refused => ({
  ok: false,
  problem,
  words,
});

/** Books ticked lines, each in a transaction of its own: what is booked stays when a later one is refused. */
async function bookTicked({ deps, by, form }: Posted, ids: readonly string[]) {
  const open = new Map((await linesIn(deps, "open")).map((line) => [line.id, line]));
  const lines = [];
  for (const id of new Set(ids)) {
    const typed = String(form.get(`for-${id}`) ?? "").trim();
    const line = open.get(id);
    const named = line ? `${money(line.pence)} of ${formatShortDate(line.day)}` : "One line";
    const none = "enter the booking or invoice that it pays.";
    const parts = typed === "" ? none : await partsNamed(deps, typed, line?.pence ?? 0);
    if (typeof parts === "string") return refuseWith("not-found", `${named}: ${parts} Nothing was booked.`);
    const shown = String(form.get(`seen-${id}`) ?? "").split(" ");
    const seen = new Map(shown.map((one) => one.split(":") as [string, string]));
    lines.push({ id, named, parts: parts.map((part) => partToBook(part, seen)) });
  }
  const problems: string[] = [];
  for (const { id, named, parts } of lines) {
    const booked = await bookLine(deps, { ...by, lineId: id, parts });
    const references = parts.map(({ reference }) => reference).join(", ");
    if (!booked.ok) problems.push(`${named}, ${references}: ${BOOKING_PROBLEMS[booked.problem]}`);
  }
  if (problems.length === 0) return DONE;
  const count = lines.length - problems.length;
  const done = count === 0 ? "Nothing was booked." : `${count} of ${lines.length} were booked.`;
  return refuseWith("not-booked", [done, ...problems].join(" "));
}

function partToBook({ booking, pence }: PaymentPart, seen: ReadonlyMap<string, string>) {
  const open = seen.get(booking.reference);
  const part = { bookingId: booking.id, reference: booking.reference, pence };
  return open === undefined ? part : { ...part, seenOpen: Number(open) };
}

type Change = { ids: readonly string[]; from: "open" | "aside"; to: "open" | "aside" };

async function move({ deps, by }: Posted, { ids, from, to }: Change): Promise<typeof DONE> {
  await transact(deps, async (inside) => {
    const count = await moveLines(inside.db, deps.clock, { ids, from, to, by: by.actor.id });
    if (count === 0) return;
    const action = to === "aside" ? "bank-lines.set-aside" : "bank-lines.put-back";
    await recordAudit(inside, by, action, ["payments", "bank"], { note: lineCount(count) });
  });
  return DONE;
}

const lineCount = (count: number) => counted(count, "line");

const form = formOf<Posted, Refused>();
const ticked = { schema: TickedSchema, summary: "Please tick the lines first." };
const formId = (sent: FormData) => (sent.get("list") === "sure" ? "sure-form" : "others-form");

const answerLines = answerForms<Posted, Refused, "book" | "aside" | "aside-all" | "back">(
  {
    book: form({
      ...ticked,
      change: (posted, { line }) => bookTicked(posted, line),
      said: "The ticked lines were booked.",
      formId,
    }),
    aside: form({
      ...ticked,
      change: (posted, { line }) => move(posted, { ids: line, from: "open", to: "aside" }),
      said: "The ticked lines were set aside. They can be put back for 30 days.",
      formId,
    }),
    "aside-all": form({
      schema: AllSchema,
      summary: "Please load the page again.",
      async change(posted, { seenCount }) {
        const nothing = (await openMatches(posted.deps)).filter(matchesNothing);
        if (nothing.length !== seenCount) return refused("changed");
        return move(posted, { ids: nothing.map(({ line }) => line.id), from: "open", to: "aside" });
      },
      said: "The lines that match nothing were set aside. They can be put back for 30 days.",
    }),
    back: form({
      ...ticked,
      change: (posted, { line }) => move(posted, { ids: line, from: "aside", to: "open" }),
      said: "The line was put back.",
    }),
  },
  {
    words: {
      "not-found": ({ words }) => words!,
      "not-booked": ({ words }) => words!,
      changed: "The list changed since you opened this page. Please look at it again.",
    },
  },
);

const column = z.coerce.number().int().min(0).max(59);
const FormatSchema = z.object({
  headings: z.string().max(500),
  date: column,
  amount: column,
  words: column,
  name: column.optional(),
  state: column.optional(),
  direction: column.optional(),
  currency: column.optional(),
});

const FILE_FORM = "file";
const CHOOSE_FILE = "Choose the file that you downloaded from your bank.";

/** Answers the page's forms. Throws the redirect of what was done. */
export async function answerBankPage(posted: Posted) {
  return byIntent(posted.form, { read: () => answerFile(posted) }, () => answerLines(posted));
}

async function answerFile({ deps, by, form: sent, page }: Posted) {
  const options = { formId: FILE_FORM };
  const file = sent.get("bankFile");
  const name = file instanceof File && file.name ? `${cleanFileName(file.name)}: ` : "";
  const refuseFile = (words: string, more: object = {}) =>
    data({ ...refuseForm(sent, words, { bankFile: [name + words] }, options), ...more }, { status: 400 });
  if (!(file instanceof File) || file.size === 0) return refuseFile(CHOOSE_FILE);
  const chosen = await chosenFormats(deps);
  let format: { headings: string; columns: Columns } | null = null;
  if (sent.has("headings")) {
    const read = parseForm(sent, FormatSchema, "Please choose the columns.", options);
    if (!read.ok) return data(read.reply, { status: 400 });
    const { headings, words, name: payer, ...own } = read.value;
    const columns: Columns = { ...given(own), words: payer === undefined ? [words] : [words, payer] };
    format = { headings, columns };
    chosen.set(headings, columns);
  }
  const today = londonDate(deps.clock.now());
  const read = await readBankFile(new Uint8Array(await file.arrayBuffer()), { today, chosen });
  if ("problem" in read)
    return refuseFile(unreadWords(read), read.problem === "columns" ? { headings: read.headings } : {});
  if (format) await chooseFormat(deps, format.headings, format.columns);
  const { newCount, sentBack, asideCount } = await storeLines(deps, read);
  await transact(deps, (inside) =>
    recordAudit(inside, by, "bank-file.read", ["payments", "bank"], { note: lineCount(newCount) }),
  );
  const counts = {
    new: newCount,
    known: read.lines.length - newCount,
    out: read.outCount,
    old: read.oldCount,
    come: read.notCome.length,
    foreign: read.foreignCount,
    other: read.otherCount,
    aside: asideCount,
    all: read.count,
  };
  const texts = Object.entries(counts).map(([name, count]) => [name, String(count)]);
  const query = new URLSearchParams([["done", "read"], ...texts]);
  if (read.odd.length > 0) {
    const named = read.odd.slice(0, MAX_ODD).map(({ line, why }) => `${line}.${why}`);
    query.set("oddCount", String(read.odd.length));
    query.set("odd", named.join(" "));
  }
  if (sentBack.length > 0) query.set("back", sentBack.slice(0, MAX_ODD).join(" "));
  throw redirect(`${page}?${query}`, 303);
}

/** Lines that are named where they could not be read. */
const MAX_ODD = 20;

/** Without what was left open. */
function given<Values extends object>(values: Values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]: Exclude<Values[Key], undefined>;
  };
}

/** The notice for the page's address; undefined without one. */
export function saidOnBankPage(request: Request): string | undefined {
  const query = new URL(request.url).searchParams;
  if (query.get("done") !== "read") return answerLines.said(request);
  const count = (name: string) => Math.trunc(Number(query.get(name)) || 0);
  const left = [
    [count("known"), "known already"],
    [count("out"), "no money that came in"],
    [count("come"), "the bank says that the money did not come, or not yet"],
    [count("foreign"), "not in pounds"],
    [count("old"), "older than a year"],
    [count("other"), "without a day, such as a sum"],
  ] as const;
  const words = left
    .filter(([lines]) => lines > 0)
    .map(([lines, why]) => `${lineCount(lines)} left out: ${why}.`);
  const fresh = count("new") === 0 ? "No new lines." : `${lineCount(count("new"))} with new payments.`;
  const aside = count("aside");
  if (aside > 0)
    words.push(
      `${lineCount(aside)} of an earlier file set aside: the bank says now that the money did not come.`,
    );
  const back = namesIn(query.get("back") ?? "").references;
  if (back.length > 0)
    words.push(
      `The bank says now that money did not come which is booked for ${back.join(", ")}: take these payments back.`,
    );
  return ["The file was read.", fresh, ...words, ...oddWords(query)].join(" ");
}

/** Names the lines that could not be read, and counts all. */
function oddWords(query: URLSearchParams): string[] {
  const [all = 0, odd = 0] = ["all", "oddCount"].map((name) => Math.trunc(Number(query.get(name)) || 0));
  if (odd === 0) return all > 1 ? [`All ${all} lines of the file were read.`] : [];
  const named = (query.get("odd") ?? "").split(" ").flatMap((one) => {
    const [line, why = ""] = one.split(".");
    return Object.hasOwn(ODD_WORDS, why)
      ? [`line ${Number(line)}, ${ODD_WORDS[why as keyof typeof ODD_WORDS]}`]
      : [];
  });
  const rest = odd > named.length ? `; and ${odd - named.length} more` : "";
  return [`Of ${lineCount(all)}, ${all - odd} were read and ${odd} refused: ${named.join("; ")}${rest}.`];
}

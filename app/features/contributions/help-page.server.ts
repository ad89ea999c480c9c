import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { readShownSections } from "#app/features/referral/queries.server.ts";
import type { SectionKey } from "#app/features/referral/sections/sections.ts";
import { formatInstant, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { AskSchema, UntilSchema } from "./ask-schema.ts";
import { askForParts, BIRTH_FIRST, suggestedDay, whyNotAsk } from "./ask-part.server.ts";
import { partsToAsk } from "./asked-parts.ts";
import { readFacts, standingIn, type Facts } from "./booking-facts.server.ts";
import {
  askAgain,
  remindAsked,
  REQUEST_WORDS,
  takeBack,
  type RequestRefused,
} from "./change-request.server.ts";
import {
  contributionsOf,
  findContribution,
  savedParts,
  savedPartsOf,
  type Contribution,
} from "./contribution-rows.server.ts";
import { choiceName } from "./choices.ts";
import { helpPaths, type Area } from "./help-paths.ts";
import { readerOf } from "./referral-reader.ts";
import { isOut, isReadable, lastDay, mayReopen, takesAnswers } from "./standing.ts";
import { takeOver, type Choice, type TakeOver } from "./take-over.server.ts";
import { theirsBesideOurs } from "./theirs-and-ours.ts";
import { BASES, ROLES } from "./words.ts";
import { writtenAnswers } from "./written-answers.ts";

/** The pages on which a referrer, or staff, ask others and read what they wrote. The right to the booking was checked
 * before. */

export type Asking = {
  scope: Pick<RequestScope, "deps">;
  booking: BookingRow;
  by: ActedByRequest;
  area: Area;
  headers?: HeadersInit;
};

const notFound = () => data(null, { status: 404 });

function listed(deps: Deps, asked: Contribution, facts: Facts) {
  const standing = standingIn(deps, asked, facts);
  return {
    id: asked.id,
    name: asked.name,
    role: ROLES[asked.role],
    parts: asked.parts.map(({ title }) => title),
    standing,
    until: formatLongDate(lastDay(asked, facts.visitDay)),
    at: formatInstant(asked.sent_at ?? asked.decided_at ?? asked.opened_at ?? asked.asked_at),
    isOnPaper: asked.email === null,
    isLate: asked.late_at !== null,
    remarks: [
      ...(asked.fee_at !== null && isOut(standing) ? [`Asks for a fee: ${asked.reply.fee ?? ""}`] : []),
      ...(asked.birth_doubted_at !== null && isOut(standing) ? ["Knows another date of birth"] : []),
      ...(asked.reopen_asked_at !== null && isOut(standing) ? ["Asks for more time"] : []),
    ],
  };
}

/** While the privacy desk holds the booking back, staff read that alone. */
const heldBack = async ({ scope: { deps }, booking, area }: Asking) =>
  area === "staff" || isErased(booking) ? staffRefusal(deps.db, booking) : null;

/** Everybody who was asked about a booking, newest first. */
export async function readHelpList(asking: Asking) {
  const { scope, booking, area } = asking;
  const { deps } = scope;
  const refusal = await heldBack(asking);
  const facts = await readFacts(deps, booking);
  const whyNot = refusal ?? whyNotAsk(facts, londonDate(deps.clock.now()));
  return {
    area,
    bookingId: booking.id,
    reference: booking.reference,
    whyNot,
    isBirthMissing: whyNot === BIRTH_FIRST,
    rows: refusal ? [] : (await contributionsOf(deps, booking.id)).map((one) => listed(deps, one, facts)),
  };
}

export type HelpList = Awaited<ReturnType<typeof readHelpList>>;

export async function readAskForm(asking: Asking) {
  const { scope, booking, area } = asking;
  const { deps } = scope;
  const facts = await readFacts(deps, booking);
  const today = londonDate(deps.clock.now());
  const shown = await readShownSections(deps, booking);
  const whyNot = (await heldBack(asking)) ?? whyNotAsk(facts, today);
  return {
    area,
    bookingId: booking.id,
    reference: booking.reference,
    whyNot,
    isBirthMissing: whyNot === BIRTH_FIRST,
    until: suggestedDay(today, facts.visitDay),
    visit: facts.visitDay && formatLongDate(facts.visitDay),
    parts: partsToAsk(shown).map(({ key, title }) => ({ key, title })),
  };
}

export type AskForm = Awaited<ReturnType<typeof readAskForm>>;

const CHECK = "Please check what you entered.";

export async function answerAskForm({ scope, booking, by, area, headers }: Asking, form: FormData) {
  const { deps } = scope;
  const paths = helpPaths(area, booking.id);
  const read = parseForm(form, AskSchema, CHECK, { formId: "ask-form" });
  if (!read.ok) return data(read.reply, { status: 400, headers });
  const result = await askForParts(deps, { ...by, bookingId: booking.id, asked: read.value });
  if (!result.ok) {
    const errors = result.field ? { [result.field]: [result.message] } : {};
    return data(refuseForm(form, result.message, errors, { formId: "ask-form" }), {
      status: result.status,
      headers,
    });
  }
  if (read.value.way === "sheet") throw redirect(paths.sheet(result.id), { headers });
  throw redirect(`${paths.list}?done=${result.isOwnAddress ? "own" : "asked"}`, { headers });
}

async function requireOne({ scope: { deps }, booking }: Asking, contributionId: string) {
  const asked = await findContribution(deps, contributionId);
  if (asked?.booking_id !== booking.id) throw notFound();
  return asked;
}

/** The words of others who have sent, for the same field of the referral, newest first. */
async function othersByHome(
  deps: Deps,
  booking: BookingRow,
  own: string,
  facts: Facts,
  shown: Set<SectionKey>,
) {
  const all = await contributionsOf(deps, booking.id);
  const others = all.filter((one) => one.id !== own && isReadable(standingIn(deps, one, facts)));
  const saved = await savedParts(
    deps,
    others.map(({ id }) => id),
  );
  const found = new Map<string, { name: string; text: string }[]>();
  for (const other of others) {
    for (const part of other.parts) {
      const answers = saved.get(other.id)![part.key]?.answers ?? {};
      for (const { home, text } of theirsBesideOurs(part, answers, shown, readerOf(facts))) {
        if (!home) continue;
        const key = home.join(".");
        found.set(key, [...(found.get(key) ?? []), { name: other.name, text }]);
      }
    }
  }
  return found;
}

/** One request: what was asked, and theirs beside ours once it was sent. Throws 404 for one of another booking. */
export async function readHelpOne(asking: Asking, contributionId: string) {
  const { scope, booking, area } = asking;
  const { deps } = scope;
  const asked = await requireOne(asking, contributionId);
  const refusal = await heldBack(asking);
  const facts = await readFacts(deps, booking);
  const now = deps.clock.now();
  const today = londonDate(now);
  const standing = standingIn(deps, asked, facts);
  const shown = await readShownSections(deps, booking);
  const saved = refusal ? {} : await savedPartsOf(deps, asked.id);
  const others =
    isReadable(standing) && !refusal
      ? await othersByHome(deps, booking, asked.id, facts, shown)
      : new Map<string, { name: string; text: string }[]>();
  const papers = refusal ? [] : await documentsOfBooking(deps, booking.id);
  const whyNot = refusal ?? whyNotAsk(facts, today);
  const parts = asked.parts.map((part) => {
    const own = saved[part.key];
    const answers = own?.answers ?? {};
    const isOver = !takesAnswers(standing) && standing !== "another-person";
    return {
      key: part.key,
      title: part.title,
      isKeyedIn: own?.saved_by_kind === "staff",
      rows: isReadable(standing)
        ? theirsBesideOurs(part, answers, shown, readerOf(facts)).map((row) => ({
            ...row,
            others: row.home ? (others.get(row.home.join(".")) ?? []) : [],
          }))
        : [],
      notSent: isOver && asked.sent_at === null ? writtenAnswers(part, answers) : [],
    };
  });
  const sections = [...new Set(parts.flatMap(({ rows }) => rows.flatMap(({ home }) => home?.[0] ?? [])))];
  return {
    area,
    bookingId: booking.id,
    reference: booking.reference,
    refusal,
    ...listed(deps, asked, facts),
    email: asked.email,
    note: asked.note,
    basis: BASES[asked.basis],
    basisReason: asked.basisReason,
    canSee: asked.can_see_answers === 1,
    reason: asked.reply.reason ?? "",
    sentAt: asked.sent_at && formatInstant(asked.sent_at),
    decidedAt: asked.decided_at ?? "",
    parts,
    papers: papers.filter(({ uploaded_by_id }) => uploaded_by_id === asked.id).map(({ name }) => name),
    versions: sections.map((section) => [section, facts.referral.section(section).version] as const),
    may: {
      remind: asked.email !== null && takesAnswers(standing) && !refusal,
      takeBack: isOut(standing) && !refusal,
      askAgain: (takesAnswers(standing) || mayReopen(standing)) && whyNot === null,
      keyIn: area === "staff" && isOut(standing) && !refusal,
      choose: isReadable(standing) && !refusal,
    },
    suggested: suggestedDay(today, facts.visitDay),
  };
}

export type HelpOne = Awaited<ReturnType<typeof readHelpOne>>;

const CHOICES: readonly unknown[] = ["theirs", "ours", "empty"] satisfies Choice[];
const isChoice = (value: unknown): value is Choice => CHOICES.includes(value);

/** The versions of the referral's sections that the page showed. */
const versionsIn = (form: FormData) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith("version-") && /^\d{1,9}$/.test(String(value))
        ? [[name.slice("version-".length), Number(value)]]
        : [],
    ),
  ) as Partial<Record<SectionKey, number>>;

type Posted = Sent & Asking & { asked: Contribution };

const form = formOf<Posted, RequestRefused | Refused<"conflict">>();

const request = ({ by, booking, asked }: Posted) => ({
  ...by,
  bookingId: booking.id,
  contributionId: asked.id,
});

const take = (choose: (posted: FormData) => TakeOver["choose"]) =>
  form({
    change: (posted) =>
      takeOver(posted.scope.deps, {
        ...request(posted),
        versions: versionsIn(posted.form),
        decidedAt: String(posted.form.get("decidedAt") ?? posted.asked.decided_at ?? ""),
        choose: choose(posted.form),
      }),
    said: "Saved. The referral has what you took over; the assessor reads the rest as theirs.",
    done: "taken",
    formId: "take-form",
  });

const answer = answerForms(
  {
    remind: form({
      change: (posted) => remindAsked(posted.scope.deps, request(posted)),
      said: "A reminder is on its way.",
      done: "reminded",
    }),
    "take-back": form({
      change: (posted) => takeBack(posted.scope.deps, request(posted)),
      said: "The request was taken back. Its link no longer works.",
      done: "taken-back",
      formId: "back-form",
    }),
    again: form({
      schema: UntilSchema,
      summary: CHECK,
      change: (posted, { until }) => askAgain(posted.scope.deps, { ...request(posted), until }),
      said: "It is open. The new link replaces the old one.",
    }),
    take: take((posted) => (part, { name }) => {
      const choice = posted.get(choiceName(part, name));
      return isChoice(choice) ? choice : "ours";
    }),
    "take-empty": take(
      () =>
        (_, { place }) =>
          place === "empty-here" ? "theirs" : "ours",
    ),
    keep: take(() => () => "ours"),
  },
  {
    also: { keyed: "The sheet was recorded as answered." },
    words: {
      ...REQUEST_WORDS,
      conflict:
        "The referral was changed since you opened this page. Nothing was taken over: below is what it says now. Please choose again.",
    },
  },
);

export const saidOnHelpOne = answer.said;

/** Answers the form that `intent` names. Throws redirects, and 404 as `readHelpOne`. */
export async function answerHelpOne(asking: Asking, contributionId: string, form: FormData) {
  const { booking, area, headers } = asking;
  const asked = await requireOne(asking, contributionId);
  const refusal = await heldBack(asking);
  if (refusal) return data(refuseForm(form, refusal, {}, { formId: "take-form" }), { status: 409, headers });
  return answer({ ...asking, asked, form, page: helpPaths(area, booking.id).one(contributionId) });
}

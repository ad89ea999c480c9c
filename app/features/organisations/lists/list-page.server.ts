import { data, redirect } from "react-router";
import { z } from "zod";
import type { MemberRequest } from "#app/features/organisations/record/member-guards.server.ts";
import { PROFESSIONAL_CAPACITY } from "#app/features/booking/fields/reference-lists.ts";
import { ReferrerAnswers } from "#app/features/booking/fields/schema.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { beyondCapNotice } from "#app/features/organisations/record/agreements.server.ts";
import { formatPounds } from "#app/platform/money.ts";
import { refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { cleanFileName } from "#app/features/documents/store-document.server.ts";
import { memberAnswers } from "#app/features/before-booking/wizard/booking-for.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { waitWords } from "#app/platform/wait-words.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { chooseOrder, findList, isGood, keepList, readRows, type Referrer } from "./lists.server.ts";
import type { Fault } from "./check-rows.server.ts";
import { makeBookings } from "./make-bookings.server.ts";
import { MAX_LIST_ROWS, MAX_LISTS_A_DAY, MAX_UPLOADS_A_DAY } from "./limits.ts";
import { readList, unreadHeadings, writeWithProblems } from "./read-list.server.ts";

type Visit = Pick<MemberRequest, "deps" | "user" | "by" | "member" | "pathTo">;

const LIST = "list";

/** Reads the posted file, and leads to the page of its list. */
export async function answerUpload({ deps, user, by, member, pathTo }: Visit, form: FormData) {
  const file = form.get(LIST);
  const name = file instanceof File && file.name ? `${cleanFileName(file.name)}: ` : "";
  const refuse = (words: string, status = 400) =>
    data(refuseForm(form, words, { [LIST]: [name + words] }, { formId: "check-form" }), { status });
  if (!(file instanceof File) || file.name === "") return refuse("Choose the file with your list");
  const verdict = await hitRateLimit(deps, RATE_LIMITS.listUpload, user.userId);
  if (!verdict.isAllowed) return refuse(waitWords(verdict.retryAfterSeconds), 429);
  const list = await readList(Buffer.from(await file.arrayBuffer()));
  if (typeof list === "string") return refuse(list);
  const whose = { organisationId: member.organisationId, userId: user.userId, ...by };
  const id = await keepList(deps, { ...whose, fileName: cleanFileName(file.name), list });
  if (id === null)
    return refuse(
      `Your organisation uploaded ${MAX_UPLOADS_A_DAY} lists today. Go on with one of them, or upload this one tomorrow`,
      429,
    );
  throw redirect(pathTo(`/upload/${id}`), 303);
}

async function requireList({ deps, user, member }: Pick<Visit, "deps" | "user" | "member">, id: string) {
  const open = await findList(deps, user.userId, id);
  if (open?.organisation.organisationId !== member.organisationId) throw data(null, { status: 404 });
  return { open, ...(await readRows(deps, open)) };
}

const inWords = (row: number, kind: string) => (one: Fault) => ({ row, kind, ...one });

/** A list: counts, every fault, and what can be booked. */
export async function readListPage(
  visit: Pick<Visit, "deps" | "user" | "member">,
  id: string,
  request: Request,
) {
  const { open, rows, example, made, offer } = await requireList(visit, id);
  const waiting = rows.filter(({ madeBefore }) => madeBefore === null);
  const good = waiting.filter(isGood);
  const inTurn = waiting.map(({ row, checked }) => [
    ...checked.faults.map(inWords(row, "fault")),
    ...checked.warnings.map(inWords(row, "warning")),
  ]);
  const ready = good.filter(({ again }) => again === null);
  const pence = ready.reduce((sum, { checked }) => sum + (checked.pricePence ?? 0), 0);
  const booksFor = { id: visit.member.organisationId, name: visit.member.organisationName };
  return {
    id,
    example,
    made,
    fileName: open.shape.fileName,
    of: visit.member.organisationId,
    /** Names the prices, and the order of the days, that the page shows. */
    seen: seenIn(open, offer),
    total: formatPounds(pence),
    onRequest: ready.filter(({ checked }) => checked.pricePence === null).length,
    cap: await beyondCapNotice(visit.deps, visit.member.organisationId, pence),
    organisation: visit.member.organisationName,
    email: visit.user.email,
    isMaking: open.list.making_since !== null,
    /** Part of a date that is read first; null while nothing says so. */
    readsFirst: open.list.is_day_first === null ? null : open.list.is_day_first === 1 ? "Day" : "Month",
    referrer: ((open.userId === open.list.user_id && open.given?.referrer) ||
      (await memberAnswers(visit.deps, request, booksFor))) as Referrer,
    unread: unreadHeadings(open.shape.headings),
    counts: {
      all: rows.length + made.length,
      ready: ready.length,
      faulty: waiting.length - good.length,
      madeBefore: rows.length - waiting.length,
    },
    again: good.flatMap(({ row, checked, again, isAgain }) =>
      again === null
        ? []
        : [{ row, name: checked.name, again: `${again} ${priceText(checked.pricePence)}.`, isAgain }],
    ),
    faults: inTurn.flat(),
  };
}

export type ListPage = Awaited<ReturnType<typeof readListPage>>;

/** The rows that are not booked yet, with a last column that says what is wrong. */
export async function problemsFile(visit: Pick<Visit, "deps" | "user" | "member">, id: string) {
  const { open, rows } = await requireList(visit, id);
  const withProblems = rows.map(({ row, cells, checked, again, madeBefore }) => {
    const said = [...checked.faults, ...checked.warnings].map(
      ({ column, sentence }) => `${column}: ${sentence}`,
    );
    if (again) said.push(`${again} Tick it on the page if it is another assessment.`);
    if (madeBefore) said.push("Booked before.");
    return { row, cells, problems: said.join(" ") };
  });
  const stem = open.shape.fileName.replace(/\.[^.]*$/, "");
  return { ...writeWithProblems(open.shape, withProblems), stem };
}

/** Names what bookings of a list would be made of and at which prices. */
const seenIn = ({ list }: Awaited<ReturnType<typeof requireList>>["open"], offer: string) =>
  `${offer} ${list.is_day_first ?? ""}`;

type Posted = Sent & Visit & { listId: string };
type Refusals = Refused<"busy" | "too-many" | "nothing" | "not-found" | "changed-since">;

const form = formOf<Posted, Refusals>();
const rowNumbers = z.preprocess(
  (posted) => [posted ?? []].flat(),
  z.array(z.coerce.number().int().min(1)).max(MAX_LIST_ROWS),
);

const answerForm = answerForms<Posted, Refusals, "make" | "order">(
  {
    make: form({
      schema: ReferrerAnswers.and(z.object({ again: rowNumbers, seen: z.string() })),
      summary: "Please check your details.",
      async change({ deps, user, by, member, listId }, { again, seen, ...referrer }) {
        const { rows, open, offer } = await requireList({ deps, user, member }, listId);
        if (seen !== seenIn(open, offer)) return refused("changed-since");
        const ticked = new Set(again);
        if (!rows.some((row) => isGood(row) && (row.again === null || ticked.has(row.row))))
          return refused("nothing");
        const answers = Object.fromEntries(
          Object.entries(referrer).map(([name, value]) => [name, String(value)]),
        );
        const whose = { listId, userId: user.userId, ...by };
        const made = await makeBookings(deps, { ...whose, referrer: answers, offer, again });
        if (typeof made === "string") return refused(made);
        return { ok: true as const, done: made.stopped ?? (made.left > 0 ? "left" : "made") };
      },
      said: {
        made: "The bookings were made. One email names them all.",
        left: "Not every row was booked. One email names the bookings that were made; the other rows are still in the list.",
        priced:
          "Prices changed while the bookings were made. One email names those that were made; please check the total of the others before you book them.",
      },
    }),
    order: form({
      schema: z.object({ dayFirst: z.enum(["day", "month"], { error: "Choose what comes first." }) }),
      summary: "Choose what comes first.",
      change: async ({ deps, user, member, listId }, { dayFirst }) => {
        const { open } = await requireList({ deps, user, member }, listId);
        await chooseOrder(deps.db, open.list.id, dayFirst === "day");
      },
    }),
  },
  {
    isRaw: true,
    words: {
      busy: "The bookings are being made at this moment. Please load the page again in a minute.",
      "too-many": `Bookings were made from ${MAX_LISTS_A_DAY} lists of your organisation today. Go on with this one tomorrow.`,
      nothing: "No row can be booked now.",
      "changed-since":
        "The prices or the dates have changed since this page was shown, so nothing was booked yet. Please check the page, then press the button again.",
      "not-found": null,
    },
  },
);

/** Answers the forms of a list's page. The account is the referrer, in the name of its organisation. */
export async function answerList(visit: Visit, listId: string, posted: FormData) {
  const { open } = await requireList(visit, listId);
  if (intentOf(posted) === "make") {
    const given = {
      referrerEmail: visit.user.email,
      referrerEmailConfirmed: "true",
      referrerOrganisation: open.organisation.organisationName,
      referrerProfessionalCapacity: PROFESSIONAL_CAPACITY,
    };
    for (const [name, value] of Object.entries(given)) posted.set(name, value);
  }
  return answerForm({ ...visit, listId, form: posted, page: visit.pathTo(`/upload/${listId}`) });
}

export const saidOnList = answerForm.said;

import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { intentOf } from "#app/forms/intent.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { askerOf } from "./ask-part.server.ts";
import { FeeSchema, ReasonSchema } from "./ask-schema.ts";
import { replyToRequest } from "./reply.server.ts";
import { savedPartsOf } from "./contribution-rows.server.ts";
import { grantPart, requirePart, type OpenPart } from "./part-guards.server.ts";
import { isWritten, reopenSent, sendParts } from "./save-part.server.ts";
import { lastDay, takesAnswers } from "./standing.ts";
import { writtenAnswers } from "./written-answers.ts";
import { BASES, ROLES, LOCK_MINUTES, MAX_TRIES } from "./words.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import { tellAsker } from "./part-mails.server.ts";

const TOO_MANY_TRIES = `Too many tries. Ask again in ${LOCK_MINUTES} minutes.`;

/** Checks the typed date of birth (`YYYY-MM-DD`). Five wrong ones lock the page for 15 minutes, and whoever asked is
 * told once. The first right one opens the part. */
async function proveBirth(
  deps: Deps,
  { asked, booking, facts, by, standing }: Pick<OpenPart, "asked" | "booking" | "facts" | "by" | "standing">,
  typed: string,
): Promise<"right" | "wrong" | "locked"> {
  const instant = deps.clock.now();
  const now = instant.toISOString();
  return transact(deps, async (inside) => {
    const row = await inside.db
      .updateTable("contributions")
      .set((eb) => ({ tries: eb("tries", "+", 1) }))
      .where("id", "=", asked.id)
      .returning(["tries", "locked_until", "state"])
      .executeTakeFirstOrThrow();
    const change = (values: object) =>
      inside.db.updateTable("contributions").set(values).where("id", "=", asked.id).execute();
    if (row.locked_until !== null && row.locked_until > now) return "locked";
    const { dob } = facts.person;
    if (dob !== null && isEqualSecret(typed, dob)) {
      const isFirst = row.state === "asked" && takesAnswers(standing);
      await change({ tries: 0, locked_until: null, ...(isFirst ? { state: "opened", opened_at: now } : {}) });
      if (isFirst) await recordAudit(inside, by, "part.opened", ["booking", booking.id]);
      return "right";
    }
    if (row.tries < MAX_TRIES) return "wrong";
    const until = new Date(instant.getTime() + LOCK_MINUTES * 60_000).toISOString();
    await change({ tries: 0, locked_until: until });
    await recordAudit(inside, by, "part.locked", ["booking", booking.id]);
    await tellAsker(inside, { booking, asked, news: "locked", once: asked.token_version });
    return "locked";
  });
}

/** The pages of somebody who is asked, below `/part/{contributionId}`. */

export const personName = ({ facts }: Pick<OpenPart, "facts">) =>
  [facts.person.firstName, facts.person.lastName].filter(Boolean).join(" ") || "the person";

/** The papers that this contributor added. */
export async function papersOf(deps: Pick<Deps, "db" | "secrets">, { asked }: Pick<OpenPart, "asked">) {
  const all = await documentsOfBooking(deps, asked.booking_id);
  return all.filter(({ uploaded_by_id, scan }) => uploaded_by_id === asked.id && scan !== "infected");
}

const isOver = (standing: OpenPart["standing"]) =>
  !takesAnswers(standing) && !["sent", "taken", "expired"].includes(standing);

/** Shown before the date of birth was typed: nobody's name but the asker's first one. */
function commonPart({ deps }: Pick<RequestScope, "deps">, { asked, booking, facts }: OpenPart) {
  const { name, phone } = deps.settings.current().company;
  return {
    ...askerOf(deps, asked, booking),
    company: name,
    phone,
    until: formatLongDate(lastDay(asked, facts.visitDay)),
  };
}

/** The page of a request, as far as its reader has proved that they know the person. Throws 404 as `requirePart`. */
export async function readPartHome(scope: RequestScope, request: Request, contributionId: string) {
  const opened = await requirePart(scope, request, contributionId);
  const { asked, standing, isProved, headers } = opened;
  const common = commonPart(scope, opened);
  if (isOver(standing))
    return data({ stage: "over" as const, standing, ...common }, { status: 410, headers });
  if (!isProved) {
    const isLocked = (asked.locked_until ?? "") > scope.deps.clock.now().toISOString();
    return data({ stage: "gate" as const, isLocked, ...common }, { headers });
  }
  const saved = await savedPartsOf(scope.deps, asked.id);
  const papers = await papersOf(scope.deps, opened);
  const shared = {
    ...common,
    id: asked.id,
    person: personName(opened),
    papers: papers.map(({ name }) => name),
    parts: asked.parts.map((part) => ({
      key: part.key,
      title: part.title,
      isWritten: isWritten(saved[part.key]),
      written: takesAnswers(standing) ? [] : writtenAnswers(part, saved[part.key]?.answers ?? {}),
    })),
  };
  if (!takesAnswers(standing)) {
    return data(
      {
        stage: "closed" as const,
        standing,
        sentAt: asked.sent_at && formatInstant(asked.sent_at),
        hasAskedForTime: asked.reopen_asked_at !== null,
        ...shared,
      },
      { headers },
    );
  }
  return data(
    {
      stage: "open" as const,
      isLate: standing === "late",
      role: ROLES[asked.role],
      note: asked.note,
      basis: BASES[asked.basis],
      basisReason: asked.basisReason,
      mayAskFee: asked.parts.some(({ mayAskFee }) => mayAskFee),
      fee: asked.reply.fee ?? null,
      ...shared,
    },
    { headers },
  );
}

export type PartHome = Awaited<ReturnType<typeof readPartHome>>["data"];

const WRONG_BIRTH = "This is not the date of birth that we have. Please check it, and try again.";
const ENTER_BIRTH = "Enter the person’s date of birth.";
export const EMPTY =
  "Nothing is filled in yet. If you cannot help, press “I cannot help with this”: nobody minds.";

/** A POST to what was sent or closed since. */
export const closedWords = ({ asked, standing }: Pick<OpenPart, "asked" | "standing">) =>
  asked.sent_at !== null && (standing === "sent" || standing === "taken")
    ? `This was sent on ${formatInstant(asked.sent_at)}; open it again?`
    : "This takes no answers any more.";

/** Answers the form that `intent` names. Throws redirects, and 404 as `requirePart`. */
export async function answerPartHome(scope: RequestScope, request: Request, contributionId: string) {
  const { deps } = scope;
  const opened = await requirePart(scope, request, contributionId);
  const { asked, by, isProved, standing, headers } = opened;
  const form = await request.formData();
  const { search } = new URL(request.url);
  const token = new URLSearchParams(search).get("token");
  const home = `/part/${asked.id}`;
  const withLink = token === null ? home : `${home}?token=${token}`;
  const refuse = (formId: string, status: number, summary: string, errors = {}) =>
    data(refuseForm(form, summary, errors, { formId }), { status, headers });
  const intent = intentOf(form) ?? "birth";
  if (isOver(standing)) throw redirect(withLink, { headers });
  switch (intent) {
    case "birth": {
      const typed = readDate(Object.fromEntries(form), "dob") ?? "";
      if (typed === "") return refuse("birth-form", 400, ENTER_BIRTH, { dob: [ENTER_BIRTH] });
      const result = await proveBirth(deps, opened, typed);
      if (result === "locked") return refuse("birth-form", 429, TOO_MANY_TRIES);
      if (result === "wrong") return refuse("birth-form", 400, WRONG_BIRTH, { dob: [WRONG_BIRTH] });
      throw redirect(home, { headers: grantPart(deps, request, asked, true) });
    }
    case "birth-doubted":
      await replyToRequest(deps, opened, { kind: "birth-doubted" });
      throw redirect(`${withLink}${token === null ? "?" : "&"}done=birth`, { headers });
    case "declined":
    case "not-me": {
      const read = parseForm(form, ReasonSchema, "Please shorten what you wrote.", { formId: "refuse-form" });
      if (!read.ok) return data(read.reply, { status: 400, headers });
      const { reason = "" } = read.value;
      if (!(await replyToRequest(deps, opened, { kind: intent, reason })))
        return refuse("refuse-form", 409, closedWords(opened));
      throw redirect(withLink, { headers });
    }
  }
  if (!isProved) throw redirect(withLink, { headers });
  switch (intent) {
    case "send": {
      const hasPapers = (await papersOf(deps, opened)).length > 0;
      const sent = await sendParts(deps, { contributionId: asked.id, by, hasPapers });
      if (sent === "empty") return refuse("send-form", 400, EMPTY);
      if (sent !== "sent") return refuse("send-form", 409, closedWords(opened));
      throw redirect(`${home}?done=sent`, { headers });
    }
    case "reopen": {
      const isOpen = await reopenSent(deps, { contributionId: asked.id, by });
      if (!isOpen && !takesAnswers(standing)) return refuse("reopen-form", 409, TOO_LATE);
      throw redirect(`${home}?done=reopened`, { headers });
    }
    case "reopen-asked":
      await replyToRequest(deps, opened, { kind: "reopen-asked" });
      throw redirect(`${home}?done=time`, { headers });
    case "fee": {
      const read = parseForm(form, FeeSchema, "Write your fee.", { formId: "fee-form" });
      if (!read.ok) return data(read.reply, { status: 400, headers });
      if (!(await replyToRequest(deps, opened, { kind: "fee", fee: read.value.fee })))
        return refuse("fee-form", 409, closedWords(opened));
      throw redirect(`${home}?done=fee`, { headers });
    }
    default:
      throw data(null, { status: 400, headers });
  }
}

const TOO_LATE =
  "It cannot be opened again: it was looked at already, or its last day is over. Please ring us.";

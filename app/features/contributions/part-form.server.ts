import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { ConflictView, SendResult } from "#app/features/referral/autosave.ts";
import { describeFieldsConflict, seenFields } from "#app/features/referral/section-page.server.ts";
import {
  formValues,
  readFields,
  readGivenUpFields,
  readSaveIds,
  readSeen,
  readVersion,
} from "#app/features/referral/section-form.ts";
import { answerText, answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { sectionFields } from "#app/features/referral/sections/sections.ts";
import { readShownSections } from "#app/features/referral/queries.server.ts";
import type { Answers } from "#app/features/referral/sections/fields.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { formatInstant, formatTime, londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { askerOf } from "./ask-part.server.ts";
import { homeOf, isForAssessors, type AskedPart } from "./asked-parts.ts";
import { findPart, savedParts, type Contribution, type SavedPart } from "./contribution-rows.server.ts";
import { requirePart, type OpenPart } from "./part-guards.server.ts";
import { closedWords, EMPTY, papersOf, personName } from "./part-page.server.ts";
import { answersSchema, isWritten, savePart, sendParts, type PartConflict } from "./save-part.server.ts";
import { takesAnswers } from "./standing.ts";

const notFound = () => data(null, { status: 404 });

const lastSavedText = (at: string, now: Date) =>
  londonDate(new Date(at)) === londonDate(now)
    ? `Saved at ${formatTime(at)}`
    : `Saved on ${formatInstant(at)}`;

/** Values, version and fingerprints of a part's form. */
export function partFormData(part: AskedPart, saved: SavedPart | null, now: Date) {
  const answers = saved?.answers ?? {};
  return {
    version: saved?.version ?? 0,
    seen: seenFields(part.fields, answers),
    lastSaved: saved && lastSavedText(saved.updated_at, now),
    values: formValues(part.fields, answers),
  };
}

/** The referral’s own answers, by question, where whoever is asked may see that. */
async function writtenAlready(deps: Deps, { asked, booking, facts }: OpenPart, part: AskedPart) {
  if (asked.can_see_answers === 0) return [];
  const shown = await readShownSections(deps, booking);
  return part.fields.flatMap(({ name, label }) => {
    const home = homeOf(part.key, name, shown);
    if (!home || isForAssessors(home)) return [];
    const [section, field] = home;
    const question = sectionFields(section).find((one) => one.name === field)!;
    const answers = answersAsTyped(section, facts.referral.section(section).answers);
    const text = answerText(question, answers[field]).trim();
    return text ? [{ label, text }] : [];
  });
}

/** The form of one part; no answer of one that takes none any more. Throws 404 as `requirePart`, also before the
 * date of birth was typed. */
export async function readPartForm(scope: RequestScope, request: Request, id: string, key: string) {
  const { deps } = scope;
  const opened = await requirePart(scope, request, id);
  const { asked, booking, standing, isProved, headers } = opened;
  const part = isProved ? findPart(asked, key) : null;
  if (!part) throw notFound();
  const isOpen = takesAnswers(standing);
  const saved = (await savedParts(deps, [id])).find(({ part_key }) => part_key === key) ?? null;
  const next = asked.parts[asked.parts.findIndex((one) => one.key === key) + 1];
  const page = {
    id,
    partKey: part.key,
    ...askerOf(deps, asked, booking),
    person: isOpen ? personName(opened) : "",
    isOpen,
    isLate: standing === "late",
    isOnly: asked.parts.length === 1,
    next: next ? next.title : null,
    papers: isOpen ? (await papersOf(deps, opened)).map(({ name }) => name) : [],
    already: isOpen ? await writtenAlready(deps, opened, part) : [],
    ...partFormData(part, isOpen ? saved : null, deps.clock.now()),
  };
  return data(page, { headers });
}

type PartFormResult =
  | Extract<SendResult, { kind: "saved" }>
  | { kind: "conflict"; conflict: ConflictView }
  | {
      kind: "refused";
      status: 400 | 404 | 409 | 429;
      message: string;
      errors: Record<string, string[]>;
    };

const refused = (status: 400 | 404 | 409 | 429, message: string, errors: Record<string, string[]> = {}) => ({
  kind: "refused" as const,
  ...{ status, message, errors },
});

function describe({ part, saved, given, fields }: PartConflict, form: FormData): ConflictView {
  const asSaved = { version: saved.version, answers: saved.answers, updatedAt: saved.updated_at };
  const conflict = { saved: asSaved, given, changed: fields };
  return describeFieldsConflict(part.fields, conflict, readSeen(form), readGivenUpFields(part.fields, form));
}

/** Saves the posted form of one part. */
export async function savePartForm(
  { deps, clientAddress }: Pick<RequestScope, "deps" | "clientAddress">,
  {
    asked,
    part,
    by,
    closed,
  }: {
    asked: Contribution;
    part: AskedPart;
    by: ActedByRequest;
    closed: string;
  },
  form: FormData,
): Promise<PartFormResult> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.referralSave, `${clientAddress} ${asked.id}`);
  if (!verdict.isAllowed)
    return refused(
      429,
      "You are saving very often. Please wait a minute and save again: what you typed is still here.",
    );
  const parsed = answersSchema(part).safeParse(readFields(part.fields, form));
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) (errors[String(path[0])] ??= []).push(message);
    return refused(400, "This could not be saved yet. Please look at the answers below.", errors);
  }
  const save = {
    partKey: part.key,
    answers: parsed.data as Answers,
    saveIds: readSaveIds(form),
    version: readVersion(form) ?? 0,
  };
  const result = await savePart(deps, { contributionId: asked.id, save, by });
  if (result.kind === "gone") return refused(404, "This is no longer there.");
  if (result.kind === "refused") return refused(409, closed);
  if (result.kind === "conflict") return { kind: "conflict", conflict: describe(result.conflict, form) };
  const { version, answers } = result.saved;
  return {
    kind: "saved",
    version,
    seen: seenFields(part.fields, answers),
    savedAt: formatTime(deps.clock.now().toISOString()),
    progress: "in-progress",
  };
}

const KEPT =
  "Perhaps your time on this page has ended. What you typed is kept on this page: open the link from the email in another tab, enter the date of birth, then come back and press the button.";

/** The request whose part is posted. When the right is refused, the error page keeps what was typed. */
async function requirePosted(scope: RequestScope, request: Request, id: string, key: string) {
  const form = await request.formData();
  const opened = await requirePart(scope, request, id).catch(() => null);
  const part = opened?.isProved ? findPart(opened.asked, key) : null;
  if (opened && part) return { opened, part, form };
  const fields = [...form].filter(([, value]) => typeof value === "string");
  throw data({ resend: { fields, advice: KEPT } }, { status: 404 });
}

export async function answerPartAutosave(scope: RequestScope, request: Request, id: string, key: string) {
  const { opened, part, form } = await requirePosted(scope, request, id, key);
  const result = await savePartForm(scope, { ...opened, part, closed: closedWords(opened) }, form);
  if (result.kind === "saved") return Response.json(result, { headers: opened.headers });
  if (result.kind === "conflict") return Response.json(result, { status: 409 });
  const message = Object.values(result.errors)[0]?.[0] ?? result.message;
  const body: SendResult = result.status === 429 ? { kind: "failed" } : { kind: "refused", message };
  return Response.json(body, { status: result.status });
}

/** Saves a part, and goes on to where the pressed button leads: the same page, the next part, or sending. */
export async function answerPartForm(scope: RequestScope, request: Request, id: string, key: string) {
  const { deps } = scope;
  const { opened, part, form } = await requirePosted(scope, request, id, key);
  const { asked, by, headers } = opened;
  const refuse = (status: number, message: string, errors?: Record<string, string[]>) =>
    data(
      {
        ...refuseForm(form, message, errors),
        conflict: null,
        base: { version: readVersion(form) ?? 0, seen: readSeen(form) },
      },
      { status, headers },
    );
  const result = await savePartForm(scope, { ...opened, part, closed: closedWords(opened) }, form);
  if (result.kind === "conflict")
    return data({ ...refuseForm(form, ""), conflict: result.conflict, base: null }, { status: 409, headers });
  if (result.kind === "refused") return refuse(result.status, result.message, result.errors);
  const here = `/part/${id}`;
  const intent = form.get("intent");
  if (intent === "save") return redirect(`${here}/${key}`, { status: 303, headers });
  const next = asked.parts[asked.parts.indexOf(findPart(asked, key)!) + 1];
  if (intent === "continue")
    return redirect(next ? `${here}/${next.key}` : here, {
      status: 303,
      headers,
    });
  const saved = await savedParts(deps, [id]);
  const isOpen = asked.parts.some(
    ({ key: one }) => !isWritten(saved.find(({ part_key }) => part_key === one) ?? null),
  );
  if (isOpen && asked.parts.length > 1) return redirect(`${here}?done=open`, { status: 303, headers });
  const hasPapers = (await papersOf(deps, opened)).length > 0;
  const sent = await sendParts(deps, { contributionId: id, by, hasPapers });
  if (sent === "empty") return refuse(400, EMPTY);
  if (sent !== "sent") return refuse(409, closedWords(opened));
  return redirect(`${here}?done=sent`, { status: 303, headers });
}

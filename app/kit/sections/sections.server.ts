import { createHash } from "node:crypto";
import { data } from "react-router";
import type { z } from "zod";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { formatInstant, formatTime, londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { answerText, changedAmong, mergeFields } from "./answers.ts";
import type { ConflictView, SendResult } from "./autosave.ts";
import { isBlank, isSameAnswer, plainAnswer, type Answer, type Answers, type Field } from "./fields.ts";
import {
  formValues,
  putSavedFields,
  readGivenUp,
  readSaveIds,
  readSeen,
  readVersion,
} from "./posted-section.ts";

export { readFields } from "./posted-section.ts";

/** A section as it is saved. Version 0: made for its writer, who has not saved it yet. */
export type SavedSection = { version: number; answers: Answers; updatedAt: string; saveHash: string | null };

/** Answers of one section to be saved. A field that is left out keeps its answer. */
export type SectionSave = {
  answers: Answers;
  /** The version that the writer saw, 0 for an unsaved section; unchecked when left out. */
  version?: number | undefined;
  /** Ids of the page's saves since its last answered one. A newer version written by one of them is no conflict. */
  saveIds?: readonly string[];
};

/** `written`: `saved` is to be written. `kept`: it says so already. `conflict`: somebody else saved it since. */
export type PlannedSave = {
  kind: "written" | "kept" | "conflict";
  saved: SavedSection;
  given: Answers;
  /** Names of the fields that differ. */
  changed: string[];
};

/** The change that a save makes to a section, in a transaction that has the document's lock. `now` is a UTC instant,
 * `merged` the answers afterwards. An outdated save that says the same as what is saved is no conflict. */
export function planSave(
  { secrets }: Pick<Deps, "secrets">,
  now: string,
  fields: readonly Field[],
  current: SavedSection | null | undefined,
  { answers, version, saveIds = [] }: SectionSave,
  merged: Answers = mergeFields(fields, current?.answers ?? {}, answers),
): PlannedSave {
  const before = current?.answers ?? {};
  const changed = changedAmong(fields, before, merged);
  const hashes = saveIds.map((id) => secrets.hash(id, "referral-save"));
  if (current && current.version > 0) {
    const isSame = Object.keys(merged).every((name) => isSameAnswer(before[name], merged[name]));
    if (isSame) return { kind: "kept", saved: current, given: merged, changed };
    const isOwn = current.saveHash !== null && hashes.includes(current.saveHash);
    const isOutdated = version !== undefined && version !== current.version && !isOwn;
    if (isOutdated && changed.length > 0) return { kind: "conflict", saved: current, given: merged, changed };
  }
  const next = { version: (current?.version ?? 0) + 1, answers: merged, updatedAt: now };
  return { kind: "written", saved: { ...next, saveHash: hashes.at(-1) ?? null }, given: merged, changed };
}

/** Values, version and fingerprints of a section's form; `answers` are those that the page shows. */
export function sectionData(
  fields: readonly Field[],
  { version, answers, updatedAt }: Pick<SavedSection, "version" | "answers"> & { updatedAt: string | null },
  { clock }: Pick<Deps, "clock">,
) {
  return {
    version,
    seen: seenFields(fields, answers),
    lastSaved: version > 0 && updatedAt ? lastSavedText(updatedAt, londonDate(clock.now())) : null,
    values: formValues(fields, answers),
  };
}

export type SectionData = ReturnType<typeof sectionData>;

function lastSavedText(updatedAt: string, today: string): string {
  const isToday = londonDate(new Date(updatedAt)) === today;
  return isToday ? `Saved at ${formatTime(updatedAt)}` : `Saved on ${formatInstant(updatedAt)}`;
}

type Errors = Record<string, string[]>;

/** The answer to a save that was not taken. */
export const refuseSave = (status: 400 | 404 | 409 | 429, message: string, errors: Errors = {}) => ({
  kind: "refused" as const,
  status,
  message,
  errors,
});

/** Reads the save that a page posts, or says why it is refused. Saves of one `subject` are counted together; `answers`
 * are read from the form already. */
export async function readSave(
  { deps, clientAddress }: Pick<RequestScope, "deps" | "clientAddress">,
  form: FormData,
  { subject, schema, answers }: { subject: string; schema: z.ZodObject; answers: Answers },
) {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.referralSave, `${clientAddress} ${subject}`);
  if (!verdict.isAllowed) {
    return refuseSave(
      429,
      "You are saving very often. Please wait a minute and save again: what you typed is still here.",
    );
  }
  const parsed = schema.safeParse(answers);
  if (!parsed.success) {
    const errors: Errors = {};
    for (const { path, message } of parsed.error.issues) (errors[String(path[0])] ??= []).push(message);
    return refuseSave(400, "This could not be saved yet. Please look at the answers below.", errors);
  }
  const given = parsed.data as Answers;
  const base = { version: readVersion(form), seen: readSeen(form), saveIds: readSaveIds(form) };
  return { kind: "posted" as const, answers: given, ...base };
}

export type SectionResult =
  | Extract<SendResult, { kind: "saved" | "conflict" }>
  | ReturnType<typeof refuseSave>;

/** The answer to a save that was taken, or to its conflict; `shown`: the saved answers as a page shows them. */
export function answerSave(
  { clock }: Pick<Deps, "clock">,
  form: FormData,
  fields: readonly Field[],
  planned: PlannedSave,
  shown = planned.saved.answers,
): Extract<SendResult, { kind: "saved" | "conflict" }> {
  if (planned.kind === "conflict")
    return { kind: "conflict", conflict: describeConflict(form, fields, planned, shown) };
  const savedAt = formatTime(clock.now().toISOString());
  return { kind: "saved", version: planned.saved.version, seen: seenFields(fields, shown), savedAt };
}

/** The answer to an autosave, which asks again by itself after too many saves. */
export function answerAutosave(result: SectionResult, headers: HeadersInit = {}): Response {
  if (result.kind === "saved") return Response.json(result, { headers });
  if (result.kind === "conflict") return Response.json(result, { status: 409 });
  const { status, errors } = result;
  const message = Object.values(errors)[0]?.[0] ?? result.message;
  const body: SendResult = status === 429 ? { kind: "failed" } : { kind: "refused", message };
  return Response.json(body, { status });
}

type Again = {
  headers?: HeadersInit;
  formId?: string;
  /** The page saved this itself before it was refused. */
  saved?: { version: number; seen: string };
};

/** The page of a section again, after a save that was not taken: with what was typed, and `shown` where the saved text
 * was chosen. */
export function refuseSection(
  result: Exclude<SectionResult, { kind: "saved" }>,
  form: FormData,
  fields: readonly Field[],
  shown: Answers,
  { headers = {}, formId, saved }: Again = {},
) {
  const options = formId ? { formId } : {};
  if (result.kind === "conflict") {
    const reply = { ...refuseForm(form, "", {}, options), conflict: result.conflict, base: null };
    return data(reply, { status: 409, headers });
  }
  putSavedFields(fields, form, shown);
  // The posted version, not the saved one: otherwise the next save would overwrite another person's text unseen.
  const { version, seen } = saved ?? { version: readVersion(form) ?? 0, seen: readSeen(form) };
  const base = { version, seen };
  const reply = { ...refuseForm(form, result.message, result.errors, options), conflict: null, base };
  return data(reply, { status: result.status, headers });
}

function fingerprint(answer: Answer | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify(plainAnswer(answer)))
    .digest("base64url")
    .slice(0, 6);
}

/** A fingerprint of each answer that a page shows, in field order. The server uses them to see which answers
 * this writer changed. */
export const seenFields = (fields: readonly Field[], shown: Answers): string =>
  fields.map(({ name }) => fingerprint(shown[name])).join(".");

/** Both texts of each field that differs. Where the writer changed nothing, left a field empty, or gave theirs up in an
 * earlier conflict, the saved text is suggested. */
export function describeConflict(
  form: FormData,
  fields: readonly Field[],
  { saved, given, changed }: Omit<PlannedSave, "kind">,
  shown: Answers,
): ConflictView {
  const givenUp = readGivenUp(fields, form);
  const typed = { ...given, ...givenUp };
  const fingerprints = readSeen(form).split(".");
  const views = fields.map((field, index) => {
    const { name, label } = field;
    const isUntouched = fingerprint(typed[name]) === fingerprints[index];
    return {
      name,
      label,
      saved: answerText(field, shown[name]),
      mine: answerText(field, typed[name]),
      isSavedLikelier: isUntouched || name in givenUp || isBlank(typed[name]),
    };
  });
  return {
    version: saved.version,
    savedAt: formatTime(saved.updatedAt),
    fields: views.filter(
      ({ name, saved, mine }) => changed.includes(name) || (name in givenUp && saved !== mine),
    ),
  };
}

import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { answerText } from "#app/kit/sections/answers.ts";
import { answersSchema } from "#app/kit/sections/schema.ts";
import {
  answerAutosave,
  answerSave,
  readFields,
  readSave,
  refuseSave,
  refuseSection,
  sectionData,
  type SectionResult,
} from "#app/kit/sections/sections.server.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { sectionFields } from "#app/features/referral/sections/sections.ts";
import { readShownSections } from "#app/features/referral/queries.server.ts";
import { askerOf } from "./ask-part.server.ts";
import { homeOf, isForAssessors, type AskedPart } from "./asked-parts.ts";
import { findPart, savedPartsOf, type Contribution, type SavedPart } from "./contribution-rows.server.ts";
import { requirePart, type OpenPart } from "./part-guards.server.ts";
import { closedWords, EMPTY, papersOf, personName } from "./part-page.server.ts";
import { isWritten, savePart, sendParts } from "./save-part.server.ts";
import { takesAnswers } from "./standing.ts";
import { intentOf } from "#app/forms/intent.ts";

const notFound = () => data(null, { status: 404 });

/** Values, version and fingerprints of a part's form. */
export const partFormData = (
  deps: Pick<Deps, "clock">,
  { fields }: AskedPart,
  saved: SavedPart | undefined,
) => sectionData(fields, saved ?? { version: 0, answers: {}, updatedAt: null }, deps);

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
  const saved = (await savedPartsOf(deps, id))[key];
  const next = asked.parts[asked.parts.findIndex((one) => one.key === key) + 1];
  const page = {
    id,
    partKey: part.key,
    ...askerOf(deps, asked, booking),
    person: isOpen ? personName(opened) : "",
    isOpen,
    isLate: standing === "late",
    next: next ? next.title : null,
    papers: isOpen ? (await papersOf(deps, opened)).map(({ name }) => name) : [],
    already: isOpen ? await writtenAlready(deps, opened, part) : [],
    ...partFormData(deps, part, isOpen ? saved : undefined),
  };
  return data(page, { headers });
}

type PartSaving = { asked: Contribution; part: AskedPart; by: ActedByRequest; closed: string };

/** Saves the posted form of one part. */
export async function savePartForm(
  scope: Pick<RequestScope, "deps" | "clientAddress">,
  { asked, part, by, closed }: PartSaving,
  form: FormData,
): Promise<SectionResult> {
  const { deps } = scope;
  const { key, fields } = part;
  const posted = { subject: asked.id, schema: answersSchema(fields), answers: readFields(fields, form) };
  const read = await readSave(scope, form, posted);
  if (read.kind === "refused") return read;
  const save = { ...read, partKey: key, version: read.version ?? 0 };
  const result = await savePart(deps, { contributionId: asked.id, save, by });
  if (result.kind === "gone") return refuseSave(404, "This is no longer there.");
  if (result.kind === "refused") return refuseSave(409, closed);
  return answerSave(deps, form, fields, result);
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
  return answerAutosave(result, opened.headers);
}

/** Saves a part, and goes on to where the pressed button leads: the same page, the next part, or sending. */
export async function answerPartForm(scope: RequestScope, request: Request, id: string, key: string) {
  const { deps } = scope;
  const { opened, part, form } = await requirePosted(scope, request, id, key);
  const { asked, by, headers } = opened;
  const result = await savePartForm(scope, { ...opened, part, closed: closedWords(opened) }, form);
  const saved = await savedPartsOf(deps, id);
  const again = { headers, ...(result.kind === "saved" && { saved: result }) };
  const refuse = (refusal: Parameters<typeof refuseSection>[0]) =>
    refuseSection(refusal, form, part.fields, saved[part.key]?.answers ?? {}, again);
  if (result.kind !== "saved") return refuse(result);
  const here = `/part/${id}`;
  const intent = intentOf(form);
  if (intent === "save") return redirect(`${here}/${key}`, { status: 303, headers });
  const next = asked.parts[asked.parts.indexOf(findPart(asked, key)!) + 1];
  if (intent === "continue") return redirect(next ? `${here}/${next.key}` : here, { status: 303, headers });
  const isOpen = asked.parts.some((one) => !isWritten(saved[one.key]));
  if (isOpen && asked.parts.length > 1) return redirect(`${here}?done=open`, { status: 303, headers });
  const hasPapers = (await papersOf(deps, opened)).length > 0;
  const sent = await sendParts(deps, { contributionId: id, by, hasPapers });
  if (sent === "empty") return refuse(refuseSave(400, EMPTY));
  if (sent !== "sent") return refuse(refuseSave(409, closedWords(opened)));
  return redirect(`${here}?done=sent`, { status: 303, headers });
}

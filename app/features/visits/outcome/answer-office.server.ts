import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { formIdOfNote, type NoteKind } from "#app/features/visits/record/note-kinds.ts";
import { CannotComeSchema, LateSchema, NoteSchema } from "./office-schemas.ts";
import { writeOfficeNote, type NoteProblem, type OfficeNote } from "./office-notes.server.ts";

type Posted = { deps: Deps; by: ActedByRequest; visitId: string; form: FormData };

const REFUSALS: Record<Exclude<NoteProblem, "not-found" | "erased">, string> = {
  restricted: RESTRICTED,
  over: "This visit is over, or was cancelled. Write a note instead.",
  "not-today": "This visit is on a later day. Write a note instead, or say that you cannot come.",
};

async function send<Schema extends z.ZodType>(
  { deps, by, visitId, form }: Posted,
  {
    kind,
    schema,
    toNote,
  }: { kind: NoteKind; schema: Schema; toNote: (value: z.output<Schema>) => OfficeNote },
) {
  const formId = formIdOfNote(kind);
  const read = parseForm(form, schema, "Nothing was sent to the office yet.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const written = await writeOfficeNote(deps, { ...by, visitId, said: toNote(read.value) });
  if (written.ok) throw redirect(`/assessor/visits/${visitId}?done=${kind}`);
  const { problem } = written;
  if (problem === "not-found" || problem === "erased") throw data(null, { status: 404 });
  return data(refuseForm(form, REFUSALS[problem], {}, { formId }), { status: 409 });
}

/** Answers what an assessor tells the office about a visit: the form that `intent` names, without one the note. Throws
 * redirects and 404. */
export function answerOfficeForms(posted: Posted) {
  switch (posted.form.get("intent")) {
    case "cannot-come":
      return send(posted, {
        kind: "cannot-come",
        schema: CannotComeSchema,
        toNote: ({ reason }) => ({ kind: "cannot-come", note: reason }),
      });
    case "late":
      return send(posted, {
        kind: "late",
        schema: LateSchema,
        toNote: ({ minutes }) => ({ kind: "late", minutes }),
      });
    default:
      return send(posted, {
        kind: "note",
        schema: NoteSchema,
        toNote: ({ note }) => ({ kind: "note", note }),
      });
  }
}

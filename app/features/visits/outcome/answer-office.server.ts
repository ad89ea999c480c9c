import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { formIdOfNote, MAX_LATE_MINUTES, MIN_LATE_MINUTES } from "#app/features/visits/record/note-kinds.ts";
import { writeOfficeNote, type NoteProblem, type OfficeNote } from "./office-notes.server.ts";

const text = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(4_000, "Please keep this to 4,000 characters.");

export const NoteSchema = z.object({ note: text("Write the note first.") });

/** An assessor cannot come to a visit. */
export const CannotComeSchema = z.object({ reason: text("Say why you cannot come, in a few words.") });

const LATE = `Enter whole minutes from ${MIN_LATE_MINUTES} to ${MAX_LATE_MINUTES}, such as 20.`;

/** An assessor is late. */
export const LateSchema = z.object({
  minutes: z.coerce.number({ error: LATE }).int(LATE).min(MIN_LATE_MINUTES, LATE).max(MAX_LATE_MINUTES, LATE),
});

type Posted = Sent & { deps: Deps; by: ActedByRequest; visitId: string };

const form = formOf<Posted, Refused<NoteProblem>>();
const write = ({ deps, by, visitId }: Posted, said: OfficeNote) =>
  writeOfficeNote(deps, { ...by, visitId, said });

/** Answers what an assessor tells the office about a visit. Throws redirects and 404. */
export const answerOfficeForms = answerForms(
  {
    note: form({
      schema: NoteSchema,
      change: (posted, { note }) => write(posted, { kind: "note", note }),
      said: "The note was sent to the office.",
      formId: formIdOfNote("note"),
    }),
    late: form({
      schema: LateSchema,
      change: (posted, { minutes }) => write(posted, { kind: "late", minutes }),
      said: "The office knows that you are late.",
      formId: formIdOfNote("late"),
    }),
    "cannot-come": form({
      schema: CannotComeSchema,
      change: (posted, { reason }) => write(posted, { kind: "cannot-come", note: reason }),
      said: "The office knows that you cannot come. The visit stays yours until they give it to somebody else.",
      formId: formIdOfNote("cannot-come"),
    }),
  },
  {
    words: {
      "not-found": null,
      erased: null,
      restricted: RESTRICTED,
      over: "This visit is over, or was cancelled. Write a note instead.",
      "not-today": "This visit is on a later day. Write a note instead, or say that you cannot come.",
    },
    summary: "Nothing was sent to the office yet.",
    otherwise: "note",
  },
);

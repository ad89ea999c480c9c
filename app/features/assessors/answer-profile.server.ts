import { data } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { DONE, refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { addDaysOff, MAX_DAYS_OFF, removeDaysOff, findAssessor, sealedProposal } from "./assessors.server.ts";
import { busyForms } from "./busy/busy-forms.server.ts";
import { AT_STAKE_WORDS, type AskFirst, type AtStakeRefused } from "./visits-at-stake.ts";
import {
  daysOffSchema,
  HoursSchema,
  OwnProfileSchema,
  ProfileSchema,
  ProposalAnswerSchema,
  ProposalSchema,
  WithdrawSchema,
} from "./profile-schema.ts";
import { copyToWeekdays, spellOutHours } from "./hours-fields.ts";
import { PapersSchema } from "./papers-schema.ts";
import {
  mailAnswer,
  NO_PROPOSAL,
  saveHours,
  savePapers,
  saveProfile,
  saveAssessor,
  type SaveOutcome,
} from "./save-assessor.server.ts";
import { changesOf, isEmpty, namesOf, type Registration } from "./proposal.ts";

/** `gone`: no proposal waits, because it was answered or taken back. */
type ProposalOutcome = SaveOutcome | "gone" | "withdrawn";

/** Proposes an assessor's own changes to staff, in place of an earlier proposal. One that changes nothing
 * takes it back. */
export async function proposeChanges(
  deps: Deps,
  userId: string,
  { version, ...wanted }: Registration & { version: number },
  by: ActedByRequest,
): Promise<ProposalOutcome> {
  const assessor = await findAssessor(deps, userId);
  if (!assessor) return "not-found";
  const changes = changesOf(assessor, wanted);
  if (isEmpty(changes) && assessor.proposed) return withdrawProposal(deps, userId, version, by);
  const pending = { ...assessor, ...assessor.proposed?.changes };
  if (isEmpty(changesOf(pending, wanted))) return "unchanged";
  const proposal_sealed = sealedProposal.encrypt(deps.secrets, userId, changes);
  return saveAssessor(deps, userId, version, by, {
    columns: { proposal_sealed, proposed_at: deps.clock.now().toISOString() },
    action: "assessor.changes-proposed",
    fields: namesOf(changes),
  });
}

/** Takes an assessor's own proposal back. */
async function withdrawProposal(deps: Deps, userId: string, version: number, by: ActedByRequest) {
  const proposed = (await findAssessor(deps, userId))?.proposed;
  if (!proposed) return "gone";
  const outcome = await saveAssessor(deps, userId, version, by, {
    columns: NO_PROPOSAL,
    action: "assessor.changes-withdrawn",
    fields: namesOf(proposed.changes),
  });
  return outcome === "saved" ? "withdrawn" : outcome;
}

type Answer = { intent: "confirm" | "refuse"; note: string; version: number };

/** Answers the proposal that staff saw: confirmed, its values are saved; refused, the old ones stay. */
async function answerProposal(
  deps: Deps,
  userId: string,
  { intent, note, version }: Answer,
  by: ActedByRequest,
): Promise<ProposalOutcome> {
  const assessor = await findAssessor(deps, userId);
  if (!assessor) return "not-found";
  const { proposed } = assessor;
  if (!proposed) return "gone";
  if (intent === "confirm") return saveProfile(deps, userId, { ...proposed.changes, version }, by, note);
  return saveAssessor(deps, userId, version, by, {
    columns: NO_PROPOSAL,
    action: "assessor.changes-refused",
    fields: namesOf(proposed.changes),
    andThen: (inside) => mailAnswer(inside, assessor, "proposal-refused", note),
  });
}

type Posted = Sent & { deps: Deps; by: ActedByRequest; userId: string; askFirst: AskFirst };

const ANSWER_AGAIN =
  "This profile was changed while you were looking at it. Nothing is confirmed or refused yet: check the changes, and answer again.";

const form = formOf<Posted, Refused<"not-found" | "changed-since" | "gone" | "too-many"> | AtStakeRefused>();

/** Saves, unless visits are at stake. */
const save = ({ form: posted, askFirst }: Posted, write: (inside: Deps) => Promise<ProposalOutcome>) =>
  askFirst(posted, async (inside) => {
    const outcome = await write(inside);
    if (outcome === "not-found" || outcome === "changed-since" || outcome === "gone") return refused(outcome);
    return outcome === "saved" ? DONE : { ...DONE, done: outcome };
  });

const versionIn = (form: FormData) => WithdrawSchema.parse({ version: form.get("version") }).version;

const answerOf = (done: string, said: string) =>
  form({
    schema: ProposalAnswerSchema,
    change: (posted, value) =>
      save(posted, (inside) => answerProposal(inside, posted.userId, value, posted.by)),
    said,
    done,
    formId: "answer-form",
    words: { "changed-since": ANSWER_AGAIN },
  });

const answer = answerForms(
  {
    profile: form({
      schema: ProfileSchema,
      change: (posted, value) =>
        save(posted, (inside) => saveProfile(inside, posted.userId, value, posted.by)),
      said: "The profile was saved.",
    }),
    "own-profile": form({
      schema: OwnProfileSchema,
      change: (posted, value) =>
        save(posted, (inside) => saveProfile(inside, posted.userId, value, posted.by)),
      said: "The profile was saved.",
      done: "profile",
      formId: "profile-form",
    }),
    propose: form({
      schema: ProposalSchema,
      change: (posted, value) =>
        save(posted, (inside) => proposeChanges(inside, posted.userId, value, posted.by)),
      said: "The office was asked to confirm your changes. Until then nothing changes.",
      done: "proposed",
      formId: "proposal-form",
    }),
    withdraw: form({
      schema: WithdrawSchema,
      change: (posted, { version }) =>
        save(posted, (inside) => withdrawProposal(inside, posted.userId, version, posted.by)),
      said: "Your proposal was taken back.",
      done: "withdrawn",
    }),
    confirm: answerOf("confirmed", "The changes were confirmed."),
    refuse: answerOf("refused", "The changes were refused, and the profile stays as it was."),
    papers: form({
      schema: PapersSchema,
      change: (posted, papers) =>
        save(posted, (inside) =>
          savePapers(inside, posted.userId, { papers, version: versionIn(posted.form) }, posted.by),
        ),
      said: "The papers were saved.",
    }),
    hours: form({
      schema: HoursSchema,
      change: (posted, value) => save(posted, (inside) => saveHours(inside, posted.userId, value, posted.by)),
      said: "The working hours were saved.",
    }),
    "days-off": form({
      schema: ({ deps }) => daysOffSchema(londonDate(deps.clock.now())),
      summary: "The days off were not saved.",
      change: ({ by, userId, form: posted, askFirst }, days) =>
        askFirst(posted, async (inside) => {
          const outcome = await addDaysOff(inside, userId, days, by);
          return outcome === "added" ? DONE : refused(outcome);
        }),
      said: "The days off were saved.",
    }),
    "remove-days-off": form({
      schema: z.object({ id: z.string().default("") }),
      change: ({ deps, userId, by }, { id }) => removeDaysOff(deps, userId, id, by),
      said: "The days off were removed.",
      done: "days-off-removed",
    }),
    "stop-looking": busyForms["stop-looking"],
  },
  {
    also: { unchanged: "Nothing was different, so nothing was saved." },
    words: {
      ...AT_STAKE_WORDS,
      "not-found": null,
      "changed-since":
        "Somebody else changed this assessor while you were looking at it. Yours is not saved yet: check it, and save again to keep what you typed.",
      gone: (_, { form: posted }) => {
        posted.delete("version");
        return "This proposal was answered or taken back by somebody else. Nothing of yours was done.";
      },
      "too-many": `At most ${MAX_DAYS_OFF} days off to come can be kept. Remove some first.`,
    },
  },
);

export const saidOnAssessorPage = answer.said;

const HOURS_INTENTS = ["hours", "days-off", "remove-days-off"];

/** The forms of each page: assessors keep hours, days off and the profile, and propose; staff confirm. */
const PAGE_INTENTS = {
  staff: ["profile", "papers", "confirm", "refuse", "stop-looking", ...HOURS_INTENTS],
  "own-profile": ["own-profile", "propose", "withdraw"],
  "own-hours": HOURS_INTENTS,
};

/** Answers the forms of an assessor's profile, hours and days off. Throws redirects and the not-found page. */
export async function answerAssessorPage({
  forms,
  ...posted
}: Posted & { forms: keyof typeof PAGE_INTENTS }) {
  const { form: typed } = posted;
  const intent = intentOf(typed) ?? "";
  const isOfOthers =
    Object.values(PAGE_INTENTS).flat().includes(intent) && !PAGE_INTENTS[forms].includes(intent);
  if (isOfOthers) throw data(null, { status: 403 });
  if (intent === "hours") spellOutHours(typed);
  if (intent === "hours" && typed.has("copy")) {
    copyToWeekdays(
      (name) => String(typed.get(name) ?? ""),
      (name, value) => typed.set(name, value),
    );
    return data({ ...refuseForm(typed, "", {}, { formId: "hours-form" }), isCopied: true });
  }
  return answer(posted);
}

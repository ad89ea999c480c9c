import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { addDaysOff, MAX_DAYS_OFF, removeDaysOff } from "./assessors.server.ts";
import { atStakeInWords, type AskFirst, type AtStakeRefused } from "./visits-at-stake.ts";
import {
  daysOffSchema,
  HoursSchema,
  OwnProfileSchema,
  ProfileSchema,
  ProposalAnswerSchema,
  ProposalSchema,
  WithdrawSchema,
} from "./profile-schema.ts";
import {
  answerProposal,
  proposeChanges,
  withdrawProposal,
  type ProposalOutcome,
} from "./proposals.server.ts";
import { copyToWeekdays, spellOutHours } from "./hours-fields.ts";
import { saveHours, saveProfile } from "./save-assessor.server.ts";

type Posted = {
  deps: Deps;
  by: ActedByRequest;
  userId: string;
  form: FormData;
  /** The page to return to. */
  page: string;
  askFirst: AskFirst;
};

const CHANGED_SINCE =
  "Somebody else changed this assessor while you were looking at it. Yours is not saved yet: check it, and save again to keep what you typed.";

const ANSWER_AGAIN =
  "This profile was changed while you were looking at it. Nothing is confirmed or refused yet: check the changes, and answer again.";

const GONE = "This proposal was answered or taken back by somebody else. Nothing of yours was done.";

const TOO_MANY = `At most ${MAX_DAYS_OFF} days off to come can be kept. Remove some first.`;

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const registrationOf = <Form extends Partial<z.output<typeof ProposalSchema>>>(form: Form) => ({
  ...form,
  registerBody: orNull(form.registerBody),
  registerNumber: orNull(form.registerNumber),
  registerEndsOn: orNull(form.registerEndsOn),
});

const workOf = <Form extends Partial<z.output<typeof OwnProfileSchema>>>(form: Form) => ({
  ...form,
  maxVisitsADay: orNull(form.maxVisitsADay),
  phone: orNull(form.phone),
});

const notFound = () => data(null, { status: 404 });

type Saving<Schema extends z.ZodType> = {
  formId: string;
  schema: Schema;
  write: (value: z.output<Schema>, inside: Deps) => Promise<ProposalOutcome>;
  /** The notice by `?done=`; without it, the outcome's own. */
  done?: string;
  changedSince?: string;
};

function refuseAtStake(form: FormData, { atStake }: AtStakeRefused, formId: string) {
  const { summary, ...more } = atStakeInWords(atStake);
  return data({ ...refuseForm(form, summary, {}, { formId }), ...more }, { status: 409 });
}

/** Reads one form and saves it. Throws the redirect; returns the refusal. */
async function save<Schema extends z.ZodType>({ form, page, askFirst }: Posted, saving: Saving<Schema>) {
  const { formId, schema, write, done, changedSince = CHANGED_SINCE } = saving;
  const read = parseForm(form, schema, "Please correct what is marked below.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const outcome = await askFirst(form, (inside) => write(read.value, inside));
  if (typeof outcome === "object") return refuseAtStake(form, outcome, formId);
  if (outcome === "not-found") throw notFound();
  if (outcome === "changed-since" || outcome === "gone") {
    // The page loads again, so the form gets the new version.
    form.delete("version");
    const sentence = outcome === "gone" ? GONE : changedSince;
    return data(refuseForm(form, sentence, {}, { formId }), { status: 409 });
  }
  throw redirect(`${page}?done=${outcome === "saved" ? done : outcome}`);
}

function answer(posted: Posted) {
  const { userId, by, form } = posted;
  return save(posted, {
    formId: "answer-form",
    schema: ProposalAnswerSchema,
    write: (value, inside) => answerProposal(inside, userId, value, by),
    done: form.get("intent") === "confirm" ? "confirmed" : "refused",
    changedSince: ANSWER_AGAIN,
  });
}

const INTENTS = {
  profile: (posted: Posted) =>
    save(posted, {
      formId: "profile-form",
      schema: ProfileSchema,
      write: (value, inside) => saveProfile(inside, posted.userId, workOf(registrationOf(value)), posted.by),
      done: "profile",
    }),
  "own-profile": (posted: Posted) =>
    save(posted, {
      formId: "profile-form",
      schema: OwnProfileSchema,
      write: (value, inside) => saveProfile(inside, posted.userId, workOf(value), posted.by),
      done: "profile",
    }),
  propose: (posted: Posted) =>
    save(posted, {
      formId: "proposal-form",
      schema: ProposalSchema,
      write: (value, inside) => proposeChanges(inside, posted.userId, registrationOf(value), posted.by),
      done: "proposed",
    }),
  withdraw: (posted: Posted) =>
    save(posted, {
      formId: "withdraw-form",
      schema: WithdrawSchema,
      write: ({ version }, inside) => withdrawProposal(inside, posted.userId, version, posted.by),
    }),
  confirm: answer,
  refuse: answer,
  hours: (posted: Posted) => {
    const { form, userId, by } = posted;
    const formId = "hours-form";
    spellOutHours(form);
    if (form.has("copy")) {
      copyToWeekdays(
        (name) => String(form.get(name) ?? ""),
        (name, value) => form.set(name, value),
      );
      return data({ ...refuseForm(form, "", {}, { formId }), isCopied: true });
    }
    return save(posted, {
      formId,
      schema: HoursSchema,
      write: (value, inside) => saveHours(inside, userId, value, by),
      done: "hours",
    });
  },
  "days-off": async ({ deps, by, userId, form, page, askFirst }: Posted) => {
    const formId = "days-off-form";
    const schema = daysOffSchema(londonDate(deps.clock.now()));
    const read = parseForm(form, schema, "The days off were not saved.", { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    const outcome = await askFirst(form, (inside) => addDaysOff(inside, userId, read.value, by));
    if (typeof outcome === "object") return refuseAtStake(form, outcome, formId);
    if (outcome === "not-found") throw notFound();
    if (outcome === "added") throw redirect(`${page}?done=days-off`);
    return data(refuseForm(form, TOO_MANY, {}, { formId }), { status: 409 });
  },
  "remove-days-off": async ({ deps, by, userId, form, page }: Posted) => {
    await removeDaysOff(deps, userId, String(form.get("id") ?? ""), by);
    throw redirect(`${page}?done=days-off-removed`);
  },
};

type Intent = keyof typeof INTENTS;

const HOURS_INTENTS = ["hours", "days-off", "remove-days-off"] as const;

/** The forms of each page: assessors keep hours, days off and the profile, and propose; staff confirm. */
export const PAGE_INTENTS = {
  staff: ["profile", "confirm", "refuse", ...HOURS_INTENTS],
  "own-profile": ["own-profile", "propose", "withdraw"],
  "own-hours": HOURS_INTENTS,
} as const satisfies Record<string, readonly Intent[]>;

/** Answers the forms of an assessor's profile, hours and days off. Throws redirects and the not-found page. */
export async function answerAssessorPage({
  forms,
  ...posted
}: Posted & { forms: keyof typeof PAGE_INTENTS }) {
  const intent = posted.form.get("intent");
  if (typeof intent !== "string" || !Object.hasOwn(INTENTS, intent)) throw data(null, { status: 400 });
  const allowed: readonly string[] = PAGE_INTENTS[forms];
  if (!allowed.includes(intent)) throw data(null, { status: 403 });
  return INTENTS[intent as Intent](posted);
}

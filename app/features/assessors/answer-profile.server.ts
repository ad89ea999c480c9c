import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import {
  addDaysOff,
  findAssessor,
  listDaysOff,
  MAX_DAYS_OFF,
  removeDaysOff,
  saveHours,
  saveProfile,
} from "./assessors.server.ts";
import { daysOffSchema, HoursSchema, ProfileSchema, weekOf, type ProfileForm } from "./profile-schema.ts";

/** An assessor with the days off from today on, and the assessments that can be ticked; null for a user who is none. */
export async function readAssessorPage(deps: Deps, userId: string) {
  const assessor = await findAssessor(deps, userId);
  if (!assessor) return null;
  const offered = currentOffer().assessments.map(({ id, name }) => ({ value: id, label: name }));
  const gone = assessor.assessments.filter((id) => offered.every(({ value }) => value !== id));
  return {
    assessor,
    daysOff: await listDaysOff(deps, userId, londonDate(deps.clock.now())),
    assessments: [...offered, ...gone.map((id) => ({ value: id, label: `${id} (no longer offered)` }))],
  };
}

type Posted = {
  deps: Deps;
  by: ActedByRequest;
  userId: string;
  form: FormData;
  /** The page to return to. */
  page: string;
  /** Assessors keep their own hours and days off, and leave the profile to staff. */
  mayEditProfile: boolean;
};

const CHANGED_SINCE =
  "Somebody else changed this assessor while you were looking at it. Yours is not saved yet: check it, and save again to keep what you typed.";

const TOO_MANY = `At most ${MAX_DAYS_OFF} days off to come can be kept. Remove some first.`;

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const profileOf = (form: ProfileForm) => ({
  ...form,
  registerBody: orNull(form.registerBody),
  registerNumber: orNull(form.registerNumber),
  registerEndsOn: orNull(form.registerEndsOn),
  maxVisitsADay: orNull(form.maxVisitsADay),
});

const notFound = () => data(null, { status: 404 });

/** Answers the forms of an assessor's profile, hours and days off. Throws redirects and the not-found page. */
export async function answerAssessorPage(posted: Posted) {
  const { deps, by, userId, form, page, mayEditProfile } = posted;
  const done = (name: string) => redirect(`${page}?done=${name}`);

  async function save<Value>(
    name: "profile" | "hours",
    schema: Parameters<typeof parseForm>[1],
    write: (value: Value) => ReturnType<typeof saveHours>,
  ) {
    const formId = `${name}-form`;
    const read = parseForm(form, schema, "Please correct what is marked below.", { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    const outcome = await write(read.value as Value);
    if (outcome === "not-found") throw notFound();
    if (outcome !== "changed-since") throw done(outcome === "unchanged" ? "unchanged" : name);
    // The page loads again, so the form gets the new version.
    form.delete("version");
    return data(refuseForm(form, CHANGED_SINCE, {}, { formId }), { status: 409 });
  }

  switch (form.get("intent")) {
    case "profile":
      if (!mayEditProfile) throw data(null, { status: 403 });
      return save<ProfileForm>("profile", ProfileSchema, (value) =>
        saveProfile(deps, userId, profileOf(value), by),
      );
    case "hours":
      return save<Record<string, unknown> & { version: number }>("hours", HoursSchema, (value) =>
        saveHours(deps, userId, { hours: weekOf(value), version: value.version }, by),
      );
    case "days-off": {
      const formId = "days-off-form";
      const schema = daysOffSchema(londonDate(deps.clock.now()));
      const read = parseForm(form, schema, "The days off were not saved.", { formId });
      if (!read.ok) return data(read.reply, { status: 400 });
      const outcome = await addDaysOff(deps, userId, read.value, by);
      if (outcome === "not-found") throw notFound();
      if (outcome === "added") throw done("days-off");
      return data(refuseForm(form, TOO_MANY, {}, { formId }), { status: 409 });
    }
    case "remove-days-off":
      await removeDaysOff(deps, userId, String(form.get("id") ?? ""), by);
      throw done("days-off-removed");
    default:
      throw data(null, { status: 400 });
  }
}

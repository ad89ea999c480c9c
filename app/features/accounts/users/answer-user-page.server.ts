import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { AT_STAKE_WORDS, type AtStakeRefused } from "#app/features/assessors/visits-at-stake.ts";
import { RIGHTS, type Right } from "#app/features/accounts/record/rights.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import {
  deactivateUser,
  editUser,
  reactivateUser,
  resendTemporaryPassword,
  setRight,
  USER_PROBLEMS,
  type UserRefused,
} from "./change-user.server.ts";
import { EditUserSchema } from "./user-rules.ts";

type Posted = Sent & { deps: Deps; by: ActedByRequest; userId: string };

const form = formOf<Posted, UserRefused | AtStakeRefused>();
const askFirst = ({ deps, userId }: Posted) => askFirstOf(deps, { assessorIds: [userId] });

const notDone = ({ problem }: { problem: keyof typeof USER_PROBLEMS }): never => {
  throw data({ heading: "This was not done", message: USER_PROBLEMS[problem] }, { status: 409 });
};

/** A button, whose refusal is a page of its own. */
const button = (useCase: typeof reactivateUser, said: string) =>
  form({
    change: (posted) => askFirst(posted)(posted.form, (inside) => useCase(inside, posted.userId, posted.by)),
    said,
    words: {
      oneself: notDone,
      "own-password": notDone,
      "last-administrator": notDone,
      inactive: notDone,
      // The page that asks names the visits.
      "at-stake": (_, { page }) => {
        throw redirect(`${page}/deactivate`);
      },
    },
  });

const rightForms = Object.fromEntries(
  Object.entries(RIGHTS).flatMap(([right, { intent, given, taken }]) => [
    [`give${intent}`, button(setRight(right as Right, 1), given)],
    [`take${intent}`, button(setRight(right as Right, 0), taken)],
  ]),
);

/** Answers the forms of a user's page. Throws redirects, the not-found page, and the page of what was not done. */
export const answerUserPage = answerForms(
  {
    edit: form({
      schema: EditUserSchema,
      change: (posted, edit) =>
        askFirst(posted)(posted.form, (inside) => editUser(inside, posted.userId, edit, posted.by)),
      said: "Saved.",
      formId: "edit-user",
    }),
    deactivate: button(deactivateUser, "The user was deactivated and signed out everywhere."),
    reactivate: button(reactivateUser, "The user can sign in again."),
    ...rightForms,
    resend: button(
      resendTemporaryPassword,
      "A new temporary password is on its way to them by email. They were signed out everywhere.",
    ),
  },
  {
    words: {
      ...USER_PROBLEMS,
      ...AT_STAKE_WORDS,
      "not-found": null,
      "changed-since": ({ savedInstead }) => ({
        summary: changedSince("Somebody else changed this user"),
        errors: savedInstead,
      }),
    },
    otherwise: "edit",
    // A request without fields would empty the names.
    guard: ({ form }, intent) => {
      if (intent === "edit" && !form.has("version")) throw data(null, { status: 400 });
    },
  },
);

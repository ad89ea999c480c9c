import { checkEmail } from "#app/features/contact-details/email.ts";
import { USER_MESSAGES } from "./messages.ts";

/** What the Add User form sends; `roleId` is a role's id, its name in the API's words is shown only. */
export type NewUserFields = {
  email: string;
  password: string;
  roleId: string;
  /** May stay empty. */
  firstName?: string | undefined;
  lastName?: string | undefined;
};

export type NewUserProblem = { title: string; text: string; field: keyof NewUserFields };

const SHORTEST_PASSWORD = 8;

export const LONGEST_NAME = 100;
export const NAME_TOO_LONG = `Please enter at most ${LONGEST_NAME} characters.`;

/** The first thing wrong with the form, in the order and words of SPEC section 5 ("Add user dialog"); null when fine. */
export function findNewUserProblem(fields: NewUserFields): NewUserProblem | null {
  const missing = (["email", "password", "roleId"] as const).find((field) => fields[field].trim() === "");
  if (missing) return { title: USER_MESSAGES.missingTitle, text: USER_MESSAGES.missing, field: missing };
  if (fields.password.length < SHORTEST_PASSWORD) {
    return {
      title: "Password too short",
      text: "Password must be at least 8 characters long.",
      field: "password",
    };
  }
  const longName = (["firstName", "lastName"] as const).find(
    (field) => (fields[field] ?? "").length > LONGEST_NAME,
  );
  if (longName) return { title: USER_MESSAGES.failedTitle, text: NAME_TOO_LONG, field: longName };
  const emailProblem = checkEmail(fields.email, { isTypoAllowed: true });
  return emailProblem
    ? { title: USER_MESSAGES.failedTitle, text: emailProblem.message, field: "email" }
    : null;
}

import { checkEmail } from "#app/features/contact-details/email.ts";
import { USER_MESSAGES } from "./messages.ts";

/** `roleId` is a role's id; the API also shows its name. */
export type NewUserFields = {
  email: string;
  password: string;
  roleId: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

export type NewUserProblem = { title: string; text: string; field: keyof NewUserFields };

const SHORTEST_PASSWORD = 8;

export const LONGEST_NAME = 100;
export const NAME_TOO_LONG = `Please enter at most ${LONGEST_NAME} characters.`;

/** The first problem of the form, in the order of the fields; null when there is none. */
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

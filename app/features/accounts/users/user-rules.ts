import { z } from "zod";
import { checkEmail } from "#app/features/contact-details/email.ts";

export const UNKNOWN_ROLE = "Please choose a role from the list.";

export const USER_MESSAGES = {
  missingTitle: "Missing fields",
  missing: "Please fill in all fields.",
  failedTitle: "Failed to create user",
  failed: "Please try again.",
  exists: "There is already a user with this email address.",
} as const;

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

export const MAX_NAME_LENGTH = 100;
export const NAME_TOO_LONG = `Please enter at most ${MAX_NAME_LENGTH} characters.`;

const name = z.string().max(MAX_NAME_LENGTH, { error: NAME_TOO_LONG }).default("");
export const EditUserSchema = z.object({
  firstName: name,
  lastName: name,
  roleId: z.string().optional(),
  /** The version that the page showed; unchecked for a page of an earlier release. */
  version: z.coerce.number().int().optional().catch(undefined),
});
export type UserEdit = z.output<typeof EditUserSchema>;

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
    (field) => (fields[field] ?? "").length > MAX_NAME_LENGTH,
  );
  if (longName) return { title: USER_MESSAGES.failedTitle, text: NAME_TOO_LONG, field: longName };
  const emailProblem = checkEmail(fields.email, { isTypoAllowed: true });
  return emailProblem
    ? { title: USER_MESSAGES.failedTitle, text: emailProblem.message, field: "email" }
    : null;
}

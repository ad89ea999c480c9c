import { z } from "zod";
import { newPassword } from "#app/features/accounts/sign-in/schema.ts";

const name = (message: string) => z.string({ error: message }).trim().min(1, message).max(100, message);

export const JoinSchema = z.object({
  firstName: name("Enter your first name."),
  lastName: name("Enter your last name."),
  ...newPassword,
});

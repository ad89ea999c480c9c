import { z } from "zod";
import { newPassword, typed } from "#app/features/accounts/passwords/schema.ts";

export const ChangePasswordSchema = z.object({
  currentPassword: typed("Please enter your current password"),
  ...newPassword,
});

export const PasswordSchema = z.object({ password: typed("Please enter your password") });

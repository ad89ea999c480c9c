import { z } from "zod";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { withoutSpaces } from "#app/features/accounts/sign-in/sign-in.ts";

/** The sign-in forms, by control name (DESIGN section 6). Passwords are checked by the use cases. */

/** Longer than any real one: what is longer is cut before any work. */
const MOST_CHARACTERS = 1_000;
const typed = (message: string) => z.string({ error: message }).max(MOST_CHARACTERS, { error: message });
const fingerprint = z.string().max(200).optional().catch(undefined);

export const LoginForm = z.object({
  email: typed("Please enter your email"),
  password: typed("Please enter your password"),
  deviceFingerprint: fingerprint,
});

export const CodeForm = z.object({
  code: typed(LOGIN_MESSAGES.codeFormat)
    .transform(withoutSpaces)
    .pipe(z.string().regex(/^\d{6}$/, { error: LOGIN_MESSAGES.codeFormat })),
  deviceFingerprint: fingerprint,
});

export const AuthenticationCodeForm = z.object({
  code: typed(LOGIN_MESSAGES.authenticationCodeNeeded).transform(withoutSpaces),
  deviceFingerprint: fingerprint,
});

/** An empty password is the password rules' business: both controls count as typed. */
const password = z.string().max(MOST_CHARACTERS).default("");

export const NewPasswordForm = z.object({
  password,
  confirmPassword: password,
  deviceFingerprint: fingerprint,
});

export const EmailForm = z.object({ email: typed("Please enter your email") });

export const ChangePasswordForm = z.object({
  currentPassword: typed("Please enter your current password"),
  password,
  confirmPassword: password,
});

export const PasswordForm = z.object({ password: typed("Please enter your password") });

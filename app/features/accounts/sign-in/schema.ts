import { z } from "zod";
import { LOGIN_MESSAGES } from "#app/features/accounts/record/messages.ts";

/** More is refused unread: no real password is so long. */
const MAX_CHARACTERS = 1_000;

export const typed = (message: string) =>
  z.string({ error: message }).max(MAX_CHARACTERS, { error: message });

const fingerprint = z.string().max(200).optional().catch(undefined);

/** May be empty here: the password rules say what is missing. */
const password = z.string().max(MAX_CHARACTERS).default("");

export const newPassword = { password, confirmPassword: password };

export const NewPasswordSchema = z.object({ ...newPassword, deviceFingerprint: fingerprint });

/** A code as people paste it, `123 456`, without its spaces. */
export function withoutSpaces(code: string): string {
  return code.replace(/\s+/g, "");
}

export const EmailSchema = z.object({ email: typed("Please enter your email") });

export const LoginSchema = z.object({
  email: typed("Please enter your email"),
  password: typed("Please enter your password"),
  deviceFingerprint: fingerprint,
});

export const CodeSchema = z.object({
  code: typed(LOGIN_MESSAGES.codeFormat)
    .transform(withoutSpaces)
    .pipe(z.string().regex(/^\d{6}$/, { error: LOGIN_MESSAGES.codeFormat })),
  deviceFingerprint: fingerprint,
});

export const AuthenticationCodeSchema = z.object({
  code: typed(LOGIN_MESSAGES.authenticationCodeNeeded).transform(withoutSpaces),
  deviceFingerprint: fingerprint,
});

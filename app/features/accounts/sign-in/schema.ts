import { z } from "zod";
import { fingerprint, typed } from "#app/features/accounts/passwords/schema.ts";
import { LOGIN_MESSAGES } from "./messages.ts";

/** A code as people paste it, `123 456`, without its spaces. */
export function withoutSpaces(code: string): string {
  return code.replace(/\s+/g, "");
}

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

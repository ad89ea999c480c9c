import { z } from "zod";

/** Longer than any real password; the rest is cut off before hashing. */
const MOST_CHARACTERS = 1_000;

export const typed = (message: string) =>
  z.string({ error: message }).max(MOST_CHARACTERS, { error: message });

export const fingerprint = z.string().max(200).optional().catch(undefined);

/** May be empty here: the password rules say what is missing. */
const password = z.string().max(MOST_CHARACTERS).default("");

export const newPassword = { password, confirmPassword: password };

export const NewPasswordSchema = z.object({ ...newPassword, deviceFingerprint: fingerprint });

import { z } from "zod";

/** Longer than any real one: what is longer is cut before any work. */
const MOST_CHARACTERS = 1_000;

/** A control that has to be filled in. */
export const typed = (message: string) =>
  z.string({ error: message }).max(MOST_CHARACTERS, { error: message });

/** The hidden field of `DeviceFingerprint`. */
export const fingerprint = z.string().max(200).optional().catch(undefined);

/** Empty counts as typed: the password rules say what is missing. */
const password = z.string().max(MOST_CHARACTERS).default("");

/** A new password and its repetition, by control name. */
export const newPassword = { password, confirmPassword: password };

export const NewPasswordSchema = z.object({ ...newPassword, deviceFingerprint: fingerprint });

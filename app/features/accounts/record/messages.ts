import { CODE_MINUTES, MAX_CODE_ATTEMPTS } from "./lifetimes.ts";
import type { CodeProblem } from "./caller.ts";
import { waitWords } from "#app/platform/wait-words.ts";

export const LOGIN_MESSAGES = {
  bothNeeded: "Please enter your email and password",
  refused: "Login failed. Please check your credentials.",
  codeFormat: "Please enter a valid 6-digit code",
  codeSendFailed: "Failed to send verification code",
  codeRefused: "Invalid verification code",
  authenticationCodeNeeded: "Please enter your authentication code",
  completeFailed: "Failed to complete login",
  createPasswordFailed: "Failed to create password",
} as const;

/** The refusal of a mailed code, with the way on where the code can no longer work. */
export const CODE_MESSAGES: Record<CodeProblem, string> = {
  wrong: LOGIN_MESSAGES.codeRefused,
  replaced: "A newer code has replaced this one. Please use the code from our latest email.",
  "tried-out": `This code was tried ${MAX_CODE_ATTEMPTS} times and no longer works. Please resend the code to get a new one.`,
  expired: `This code is older than ${CODE_MINUTES} minutes and no longer works. Please sign in again to get a new one.`,
};

export const CUSTOMER_MESSAGES = {
  needsSetup: "Your account requires additional setup. Please contact support.",
  needsTwoFactor: "Two-factor authentication is required but not yet supported for customer accounts.",
  failed: "Login failed. Please try again.",
} as const;

export const waitMessage = (retryAfterSeconds: number) =>
  `Too many attempts. ${waitWords(retryAfterSeconds)}`;

export const PASSWORD_MESSAGES = {
  fullRule: "Please meet all password requirements",
  mismatch: "Passwords do not match",
  common: "This password is one of the most common ones and easy to guess. Please choose another.",
  tooLong: "Password must be at most 128 characters long.",
  unchanged: "Please choose a password that is different from the one you have now.",
} as const;

export const REGISTRATION_MESSAGES = {
  mismatch: "Passwords don't match",
  tooShortTitle: "Password too short",
  tooShort: "Password must be at least 8 characters long.",
  failedTitle: "Registration failed",
  failed: "Please try again or contact support.",
} as const;

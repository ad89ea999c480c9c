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

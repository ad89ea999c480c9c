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

export const CUSTOMER_MESSAGES = {
  needsSetup: "Your account requires additional setup. Please contact support.",
  needsTwoFactor: "Two-factor authentication is required but not yet supported for customer accounts.",
  failed: "Login failed. Please try again.",
} as const;

export function waitMessage(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return retryAfterSeconds <= 90
    ? `Too many attempts. Please wait ${retryAfterSeconds} seconds and try again.`
    : `Too many attempts. Please wait ${minutes} minutes and try again.`;
}

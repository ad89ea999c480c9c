import { CODE_MINUTES, MAX_CODE_ATTEMPTS } from "#app/features/accounts/record/lifetimes.ts";
import { z } from "zod";
import { LOGIN_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { operations } from "#app/features/api/operation.ts";
import { MAX_TEXT_LENGTH, optionalText, text } from "#app/features/api/inputs.ts";

const deviceFingerprint = optionalText("deviceFingerprint must be text.").meta({
  description:
    "A hint about the device, never proof. The `device` cookie is what a trusted device is known by.",
});

const SignedInUser = z.object({
  email: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  firstName: z.string().nullable(),
});

export const SignInState = z.object({
  success: z.boolean().meta({ description: "True once there is an access token." }),
  requiresTwoFactor: z.boolean(),
  requiresOtp: z.boolean(),
  requiresPasswordSetup: z.boolean(),
  userId: z
    .string()
    .optional()
    .meta({ description: "With a code to come: an opaque handle for verify-otp. Else the user's id." }),
  tempToken: z
    .string()
    .optional()
    .meta({ description: "With requiresPasswordSetup: the bearer token of create-password." }),
  accessToken: z.string().optional().meta({ description: "The bearer token of all other calls." }),
  user: SignedInUser.optional(),
});

export const Success = z.object({ success: z.literal(true) });

export const SIGN_IN_CALLS = operations("Sign-in", {
  registerCustomer: {
    call: "POST /api/auth/register-customer",
    summary: "Create the referrer's customer account",
    description:
      "The token goes as `?token=` or as `token` in the body. The account's address is the booking's, whatever " +
      "`email` says. The answer does not say whether the address has an account: its owner is told by email.",
    access: "booking-link",
    body: z.object({
      email: optionalText("email must be text."),
      password: text("Please enter a password."),
      bookingId: z.string({ error: "Please give the booking's id as bookingId." }).max(100),
      token: optionalText("token must be text."),
    }),
    answers: { 201: Success },
  },
  login: {
    call: "POST /api/auth/login",
    summary: "Sign in with email and password",
    description:
      "With `requiresTwoFactor`, call again with `twoFactorCode`. With `requiresOtp`, call send-otp, verify-otp and " +
      "complete-otp-login. At most 10 tries a minute.",
    access: "anyone",
    body: z.object({
      email: text(LOGIN_MESSAGES.bothNeeded),
      password: text(LOGIN_MESSAGES.bothNeeded),
      twoFactorCode: optionalText(LOGIN_MESSAGES.authenticationCodeNeeded),
      deviceFingerprint,
    }),
    answers: { 200: SignInState },
    refusals: [401],
  },
  sendOtp: {
    call: "POST /api/auth/send-otp",
    summary: "Email a code for a sign-in that needs one",
    description: `Answers alike whether or not there is such a sign-in. The code is good for ${CODE_MINUTES} minutes and ${MAX_CODE_ATTEMPTS} tries.`,
    access: "anyone",
    body: z.object({ email: text("Please enter your email address") }),
    answers: { 200: z.object({ userId: z.string() }) },
  },
  verifyOtp: {
    call: "POST /api/auth/verify-otp",
    summary: "Check an emailed code",
    access: "anyone",
    body: z.object({
      userId: text("Please give the userId of the sign-in."),
      code: z
        .string({ error: LOGIN_MESSAGES.codeFormat })
        .max(MAX_TEXT_LENGTH, LOGIN_MESSAGES.codeFormat)
        .regex(/^\s*(?:\d\s*){6}$/, LOGIN_MESSAGES.codeFormat),
    }),
    answers: { 200: z.object({ requiresPasswordSetup: z.boolean(), tempToken: z.string() }) },
    refusals: [401],
  },
  completeOtpLogin: {
    call: "POST /api/auth/complete-otp-login",
    summary: "Turn the temporary token of a verified code into an access token",
    access: "temporary-token",
    body: z.object({ deviceFingerprint }),
    isBodyOptional: true,
    answers: { 200: SignInState },
  },
  createPassword: {
    call: "POST /api/auth/create-password",
    summary: "Replace a temporary password by one's own, and sign in",
    access: "temporary-token",
    body: z.object({
      password: text("Please enter a password."),
      confirmPassword: text("Please repeat the password."),
      deviceFingerprint,
    }),
    answers: { 200: SignInState },
  },
  logout: {
    call: "POST /api/auth/logout",
    summary: "End the session",
    description: "Succeeds without a session too.",
    access: "anyone",
    answers: { 200: Success },
  },
});

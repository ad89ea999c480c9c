import type { RateLimit } from "#app/platform/rate-limit.server.ts";

export const RATE_LIMITS = {
  signIn: { name: "signIn", limit: 10, seconds: 60 },
  /** Attempts from devices unknown to the account; each known device has its own limit. */
  signInAccount: { name: "signInAccount", limit: 50, seconds: 3600 },
  twoFactor: { name: "twoFactor", limit: 10, seconds: 900 },
  passwordReset: { name: "passwordReset", limit: 5, seconds: 3600 },
  registration: { name: "registration", limit: 10, seconds: 3600 },
  booking: { name: "booking", limit: 30, seconds: 3600 },
  bookingRequest: { name: "bookingRequest", limit: 30, seconds: 3600 },
  referralSave: { name: "referralSave", limit: 60, seconds: 60 },
  /** Forms with documents; each may bring several. */
  upload: { name: "upload", limit: 60, seconds: 3600 },
  /** Lists of referrals of one member; each is read whole. */
  listUpload: { name: "listUpload", limit: 30, seconds: 3600 },
  /** Mails that ask one address to fill in a part. */
  partMail: { name: "partMail", limit: 3, seconds: 86_400 },
  otpSend: { name: "otpSend", limit: 5, seconds: 3600 },
  complaint: { name: "complaint", limit: 5, seconds: 3600 },
  bookingLink: { name: "bookingLink", limit: 30, seconds: 3600 },
  freeTimes: { name: "freeTimes", limit: 30, seconds: 3600 },
  /** Questions whether a report is true, from one address. */
  verify: { name: "verify", limit: 5, seconds: 60 },
  lostLink: { name: "lostLink", limit: 10, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;

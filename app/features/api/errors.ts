import { z } from "zod";
import { waitWords } from "#app/platform/wait-words.ts";

/** Messages by field; a section's field is `personalDetails.dob`. */
export type FieldErrors = Record<string, string[]>;

export const ApiErrorBody = z
  .object({
    message: z.string().meta({ description: "A sentence that can be shown to a person." }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Sentences by field, where single fields were refused." }),
    code: z
      .string()
      .optional()
      .meta({ description: "Why a visit was refused, as a code such as `early-start` that never changes." }),
    requestId: z.string().meta({ description: "Quote it when you ask us about this answer." }),
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "With 409 for a referral form: the sections as they are saved now." }),
  })
  .meta({
    description: "Every refusal has this shape.",
    examples: [
      {
        message: "Please enter the assessment location.",
        errors: { assessmentLocation: ["Please enter the assessment location."] },
        requestId: "01a1fb48-f50e-7e52-8f0a-5d0c3a9b7e11",
      },
    ],
  });

type Details = {
  errors?: FieldErrors | undefined;
  code?: string;
  headers?: Record<string, string>;
  current?: Record<string, unknown>;
};

export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export const API_MESSAGES = {
  signIn: "Please sign in.",
  signInAgain: "Your session has ended. Please sign in again.",
  forbidden: "Your account may not do this.",
  bookingNotFound: "We couldn't find your booking. Please check your booking reference and try again.",
  notFound: "There is nothing at this address.",
  invalid: "Please check the fields named in the errors.",
  unexpected: "The fault is ours and has been recorded. Please try again in a moment.",
} as const;

export const notSignedIn = (message: string = API_MESSAGES.signIn): ApiError =>
  new ApiError(401, message, { headers: { "WWW-Authenticate": "Bearer" } });

/** The same 404 for an unknown booking and for somebody else's. */
export const bookingNotFound = (): ApiError => new ApiError(404, API_MESSAGES.bookingNotFound);

/** 422. The message is the form's own, else that of the first field. */
export function invalid(errors: FieldErrors, message?: string): ApiError {
  const first = Object.values(errors)[0]?.[0];
  return new ApiError(422, message ?? first ?? API_MESSAGES.invalid, { errors });
}

export function tooMany(retryAfterSeconds: number, message?: string): ApiError {
  return new ApiError(429, message ?? waitWords(retryAfterSeconds), {
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

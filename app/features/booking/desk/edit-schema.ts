import { z } from "zod";
import { isIsoDate } from "#app/platform/dates.ts";
import { checkEmail } from "#app/features/booking/email.ts";
import { checkPhone, DEFAULT_COUNTRY_CODE } from "#app/features/booking/phone.ts";

const NAME_LIMIT = 100;
const LOCATION_LIMIT = 200;

const optionalText = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .max(limit, message)
    .optional()
    .transform((text) => (text ? text : null));

const requiredName = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(NAME_LIMIT, `Please keep this to ${NAME_LIMIT} characters.`);

/** What staff may change on a booking: contact, location and date. A date may be any day that exists. */
export const BookingEdit = z
  .object({
    referrerFirstName: requiredName("Please enter the first name."),
    referrerLastName: requiredName("Please enter the last name."),
    referrerEmail: z.string({ error: "Email address is required" }).trim(),
    referrerCountryCode: z.string().trim().max(6).default(DEFAULT_COUNTRY_CODE),
    referrerPhone: z.string({ error: "Phone number is required" }).trim(),
    referrerOrganisation: optionalText(LOCATION_LIMIT, `Please keep this to ${LOCATION_LIMIT} characters.`),
    assessmentLocation: optionalText(LOCATION_LIMIT, `Please keep this to ${LOCATION_LIMIT} characters.`),
    preferredDate: z
      .string()
      .trim()
      .optional()
      .transform((day) => (day ? day : null))
      .refine((day) => day === null || isIsoDate(day), "Please enter a date that exists."),
  })
  .transform((values, context) => {
    const emailProblem = checkEmail(values.referrerEmail, { isTypoAllowed: true });
    if (emailProblem) {
      context.addIssue({ code: "custom", path: ["referrerEmail"], message: emailProblem.message });
    }
    const phone = checkPhone(values.referrerPhone, values.referrerCountryCode);
    if (phone.error) context.addIssue({ code: "custom", path: ["referrerPhone"], message: phone.error });
    return { ...values, phone: { digits: phone.digits, countryCode: phone.countryCode } };
  });

export type BookingEdit = z.infer<typeof BookingEdit>;

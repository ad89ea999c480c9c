import { z } from "zod";
import { USER_MESSAGES, MAX_NAME_LENGTH, NAME_TOO_LONG } from "#app/features/accounts/users/user-rules.ts";
import { operations } from "#app/features/api/operation.ts";
import { MAX_TEXT_LENGTH } from "#app/features/api/inputs.ts";
import { PageQuery } from "#app/features/api/paging.ts";

export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  roleId: z.string(),
  roleName: z.string(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
});

export const Role = z.object({ id: z.string(), name: z.string(), description: z.string() });

const orEmpty = (value: unknown) => value ?? "";
const filledIn = z
  .string({ error: USER_MESSAGES.missing })
  .trim()
  .min(1, USER_MESSAGES.missing)
  .max(MAX_TEXT_LENGTH, USER_MESSAGES.missing);

const optionalName = z.preprocess(
  (value) => value ?? undefined,
  z.string({ error: "A name must be text." }).trim().max(MAX_NAME_LENGTH, NAME_TOO_LONG).optional(),
);

export const STAFF_CALLS = operations("Staff", {
  sendBookingLink: {
    call: "POST /api/admin/send-booking-link",
    summary: "Email a customer the link that opens the booking form with assessments chosen",
    access: "staff",
    body: z.object({
      email: z.preprocess(orEmpty, z.string({ error: "email must be text." }).max(MAX_TEXT_LENGTH)),
      assessments: z.preprocess(
        (value) => value ?? [],
        z
          .array(z.string({ error: "Each assessment must be given by its name." }), {
            error: "assessments must be a list of names.",
          })
          .max(50, "There are too many assessments in the list."),
      ),
      link: z.unknown().optional().meta({ description: "Ignored: the link is built here." }),
    }),
    requiredKeys: ["email", "assessments"],
    answers: { 200: z.object({ success: z.literal(true), link: z.string() }) },
  },
  listRoles: {
    call: "GET /api/admin/roles",
    summary: "List the roles",
    access: "administrator",
    answers: { 200: z.array(Role) },
  },
  listUsers: {
    call: "GET /api/admin/users",
    summary: "List all users, newest first",
    access: "administrator",
    query: PageQuery,
    answers: { 200: z.array(User) },
  },
  createUser: {
    call: "POST /api/admin/users",
    summary: "Make a member of staff with a temporary password",
    description:
      "Any role but Customer. The password is mailed to them, and they replace it when they first sign in.",
    access: "administrator",
    body: z.object({
      email: filledIn,
      password: z.string({ error: USER_MESSAGES.missing }).min(1, USER_MESSAGES.missing).max(MAX_TEXT_LENGTH),
      roleId: filledIn,
      firstName: optionalName,
      lastName: optionalName,
    }),
    answers: { 201: User },
  },
});

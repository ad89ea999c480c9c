import { z } from "zod";
import { declare, declareChoice, fieldsOf, type FieldSpec } from "#app/forms/declared-fields.ts";
import type { ShownForm } from "#app/forms/answer-forms.server.ts";
import { line, lines, ticked, whole } from "#app/features/settings/form-values.ts";
import { KINDS, ROLES } from "./roles.ts";

const isEmail = (text: string) => z.email().safeParse(text).success;
const EMAIL = "Enter an email address such as name@example.org.";

export const version = declare("hidden")("", whole(1, 1_000_000));

export const organisationNamed = {
  name: declare("line")("Name", line(120, { isRequired: "Enter the name of the organisation." })),
  kind: declareChoice("Kind", KINDS, { kind: "select" }),
};

export const details = {
  billingName: declare("line", true)("Billing name", line(200), { heading: "Invoices" }),
  billingAddress: declare("lines", true)("Billing address", lines(500)),
  billingEmail: declare("email", true)(
    "Billing email",
    line(254).refine((text) => text === "" || isEmail(text), EMAIL),
    { hint: "Where invoices go. Whoever reads it needs no account." },
  ),
  poNumber: declare("line", true)("Usual PO number", line(100)),
  recipients: declare("lines", true)(
    "Reports also go to",
    lines(1_000).refine((text) => text.split("\n").every((row) => row === "" || isEmail(row.trim())), EMAIL),
    { heading: "Reports", hint: "Email addresses, one a line. New bookings name them as recipients." },
  ),
};

export const teamSeesAll = {
  teamSeesAll: declare("check")("The team sees all matters", ticked, {
    heading: "Who sees what",
    hint: "Owners and Bookers open each other’s bookings, except closed matters. Every member reads that it is on.",
  }),
};

export const roleField = declareChoice(
  "Role",
  Object.fromEntries(
    Object.entries(ROLES).map(([role, { label, says }]) => [role, { label, hint: says }]),
  ) as Record<keyof typeof ROLES, { label: string; hint: string }>,
);

export const invitation = fieldsOf({
  email: declare("email")(
    "Email address",
    line(254, { isRequired: EMAIL }).refine((text) => text === "" || isEmail(text), EMAIL),
    { hint: "A shared mailbox works, too: codes to sign in go there." },
  ),
  role: roleField,
});

/** A select whose options the page knows; an empty choice is none. */
export const chosenLater = (label: string, hint: string, isOptional = false) =>
  declare("select", isOptional)(label, z.string().max(40).optional(), { hint });

/** A form with the options of a field that was declared without. */
export const withOptions = (
  shown: ShownForm,
  name: string,
  options: NonNullable<FieldSpec["options"]>,
): ShownForm => ({
  ...shown,
  fields: shown.fields.map((field) => (field.name === name ? { ...field, options } : field)),
});

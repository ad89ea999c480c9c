import type { ON_ACCOUNT, PAYMENT_METHODS } from "./reference-lists.ts";
import type { StepSlug } from "./steps.ts";
import type { Flag } from "#app/platform/tables.ts";
import {
  type Declared,
  BILLING_FIELDS,
  CONSENT_FIELDS,
  STEP_FIELDS,
  FIELDS,
  TAKEN_FIELDS,
} from "./fields.ts";

type Fields = typeof FIELDS;
type FieldName = keyof Fields;

export const listFields = <Group extends Readonly<Record<string, Declared>>>(
  group: Group,
): (Declared & { name: keyof Group & string })[] =>
  Object.entries(group).map(([name, field]) => ({ ...field, name }));

export const ALL_FIELDS = listFields(FIELDS) as (Declared & {
  name: FieldName;
  column?: keyof FieldColumns;
})[];

const DATE_CONTROLS = ["", "-day", "-month", "-year"];

export const controlsOf = ({ name, kind }: Pick<Declared, "kind"> & { name: string }): string[] =>
  kind === "date" ? DATE_CONTROLS.map((part) => name + part) : [name];

export const STEP_CONTROLS = Object.fromEntries(
  Object.entries(STEP_FIELDS).map(([step, group]) => [step, listFields(group).flatMap(controlsOf)]),
) as Record<StepSlug, string[]>;

export const MAX_CHOICES = 50;
export const MAX_CHOICE_LENGTH = 100;

export const MAX_ANSWER_LENGTH: Readonly<Record<string, number | undefined>> = Object.fromEntries(
  [...ALL_FIELDS, ...listFields(TAKEN_FIELDS)].flatMap((field) =>
    controlsOf(field).map((control) => [control, field.longest]),
  ),
);

type Read<Field> = Field extends { kind: "flag" }
  ? boolean
  : Field extends { kind: "list" }
    ? string[]
    : Field extends { kind: "payment" }
      ? (typeof PAYMENT_METHODS)[number] | typeof ON_ACCOUNT
      : string;

export type ControlValues<Group> = { [Name in keyof Group]: Read<Group[Name]> } & {
  [
    Name in keyof Group & string as Group[Name] extends { kind: "date" }
      ? `${Name}-${"day" | "month" | "year"}`
      : never
  ]: string;
};

export type StepValues<Step extends StepSlug> = ControlValues<(typeof STEP_FIELDS)[Step]>;

export type StoredName = {
  [Name in FieldName]: Fields[Name] extends { column: string } | { detail: string } ? Name : never;
}[FieldName];

type Stored<Field> = Field extends { kind: "flag" }
  ? boolean
  : Field extends { kind: "payment" }
    ? "pay_now" | "pay_later"
    : Field extends { required: string } | { erased: string } | { kind: "country-code" }
      ? string
      : string | null;

/** Null for nothing, `YYYY-MM-DD` for a date. */
export type BookingValues = { [Name in StoredName]: Stored<Fields[Name]> };

export const isText = ({ kind }: Declared): boolean =>
  kind === undefined || kind === "lines" || kind === "computed";

export function isNullable(field: Declared): boolean {
  const { kind, required, erased } = field;
  return (isText(field) || kind === "date") && required === undefined && erased === undefined;
}

export type BillingValues = Pick<BookingValues, keyof typeof BILLING_FIELDS>;

/** The values of a booking that are always read back: all except the consents and the billing details. */
export type ShownValues = Omit<BookingValues, keyof typeof CONSENT_FIELDS | keyof BillingValues>;

export const SHOWN_FIELDS = ALL_FIELDS.filter(
  ({ name, column, detail }) =>
    (column || detail) && !Object.hasOwn(CONSENT_FIELDS, name) && !Object.hasOwn(BILLING_FIELDS, name),
);

type StoredAs<In extends "column" | "detail", Name extends StoredName> =
  Fields[Name] extends Record<In, infer Key extends string> ? Key : never;

export type ClientDetails = { [Name in StoredName as StoredAs<"detail", Name>]: BookingValues[Name] };

export type FieldColumns<Name extends StoredName = StoredName> = {
  [Each in Name as StoredAs<"column", Each>]: BookingValues[Each] extends boolean
    ? Flag
    : BookingValues[Each];
};

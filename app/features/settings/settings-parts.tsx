import type { FormReply } from "#app/forms/read-form.server.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { type Field, type FormState, controlId } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Table } from "#app/ui/table.tsx";
import type { HistoryRow } from "./history.server.ts";
import type { FieldSpec } from "./pages.ts";

/** `theirs` is what somebody else saved meanwhile. */
export type SettingsReply = FormReply & {
  theirs?: { label: string; saved: string; typed: string }[];
  /** The version that sending the form again overwrites. */
  version?: number;
};

export function SettingsField({ form, spec }: { form: FormState; spec: FieldSpec }) {
  const { name, label, hint, kind, isOptional, rows } = spec;
  const field = {
    id: controlId(form, name),
    name,
    initialValue: form.values[name],
    errors: form.errors[name],
  } as Field<never>;
  if (kind === "check") return <Checkbox field={field} label={label} hint={hint} />;
  if (kind === "lines")
    return (
      <TextArea
        field={field}
        label={label}
        hint={hint}
        isOptional={isOptional}
        rows={rows}
        isWide={rows !== undefined}
        autoComplete="off"
      />
    );
  return (
    <TextField
      field={field}
      label={label}
      hint={hint}
      isOptional={isOptional}
      autoComplete="off"
      inputMode={kind === "number" ? "numeric" : undefined}
      className={kind === "number" ? "input is-short" : "input"}
    />
  );
}

export function LockedNotice({ isLocked }: { isLocked: boolean }) {
  if (!isLocked) return null;
  return (
    <Alert>
      <p>
        These pages are read-only: the settings of this installation are managed elsewhere (SETTINGS_LOCKED).
      </p>
    </Alert>
  );
}

export function ConflictNotice({ reply }: { reply: SettingsReply | undefined }) {
  if (!reply?.theirs) return null;
  return (
    <Alert tone="warning" heading="Somebody else has saved this page meanwhile">
      <p>What you typed is still in the form. Saving now replaces what they saved.</p>
      <Table
        className="table is-stacked mt-3"
        caption="Where the two differ"
        columns={[
          "Setting",
          { name: "Saved by somebody else", className: "whitespace-pre-line" },
          { name: "Typed by you", className: "whitespace-pre-line" },
        ]}
        rows={reply.theirs.map(({ label, saved, typed }) => ({ id: label, cells: [label, saved, typed] }))}
      />
    </Alert>
  );
}

export function SettingsHistory({ rows }: { rows: HistoryRow[] }) {
  if (rows.length === 0) return <p className="note">Nothing has been changed yet.</p>;
  return (
    <Table
      caption="History, newest first"
      columns={["When", "Who", "What"]}
      rows={rows.map(({ version, at, who, changes }) => ({
        id: String(version),
        cells: [
          formatInstant(at),
          who,
          <div>
            {changes.length === 0 ? "As it was" : null}
            {changes.map(({ field, from, to }) => (
              <div key={field} className="wrap-anywhere whitespace-pre-line">
                {field}: <del>{from}</del> → <ins>{to}</ins>
              </div>
            ))}
          </div>,
        ],
      }))}
    />
  );
}

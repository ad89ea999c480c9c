import { Fragment, useState } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ShownForm } from "./answer-forms.server.ts";
import { Checkbox, CheckboxGroup, RadioGroup, SelectField } from "./choice-fields.tsx";
import type { FieldSpec } from "./declared-fields.ts";
import { FieldShell, splitFieldProps, textValue, type FieldProps } from "./field.tsx";
import { StepForm } from "./step-form.tsx";
import { Submit } from "./submit.tsx";
import { TextArea, TextField } from "./text-fields.tsx";
import { setControl } from "./use-live-form.ts";
import { fieldOf, useStepForm, type FormState } from "./use-step-form.ts";

const RGB = /^#[0-9a-f]{6}$/;

/** A colour as text, `#0b5d5a`, and with JavaScript the browser's own picker beside it. */
function ColourField(props: FieldProps<string>) {
  const { shell, control } = splitFieldProps(props);
  const saved = textValue(props.field) ?? "";
  const [typed, setTyped] = useState(saved);
  const isHydrated = useHydrated();
  const colour = typed.trim().toLowerCase();
  return (
    <FieldShell
      {...shell}
      control={
        <div className="input-row">
          <input
            type="text"
            autoComplete="off"
            {...control}
            className="input is-short"
            defaultValue={saved}
            onChange={(event) => setTyped(event.target.value)}
          />
          {isHydrated ? (
            <input
              type="color"
              className="colour-picker"
              aria-label="Pick the colour"
              value={RGB.test(colour) ? colour : "#000000"}
              onChange={({ target }) => {
                setTyped(target.value);
                setControl(document.getElementById(control.id) as HTMLInputElement, target.value);
              }}
            />
          ) : null}
        </div>
      }
    />
  );
}

const SHORT = {
  email: { type: "email" },
  number: { inputMode: "numeric", className: "input is-short" },
  pounds: { inputMode: "decimal", className: "input is-short" },
  day: { type: "date" },
  line: {},
} as const;

function DeclaredField({ form, spec }: { form: FormState; spec: FieldSpec }) {
  const { name, kind, rows, isWide = (rows ?? 0) > 4, heading: _, options = [], ...words } = spec;
  const field = fieldOf(form as FormState<Record<string, never>>, name);
  if (kind === "hidden") return <input type="hidden" name={name} defaultValue={textValue(field)} />;
  if (kind === "check") return <Checkbox field={field} label={words.label} hint={words.hint} />;
  if (kind === "choice") return <RadioGroup field={field} {...words} options={options} />;
  if (kind === "checks") return <CheckboxGroup field={field} {...words} options={options} />;
  if (kind === "select") return <SelectField field={field} {...words} options={options} />;
  const more = { field, autoComplete: "off", isWide, ...words };
  if (kind === "colour") return <ColourField field={field} {...words} />;
  if (kind === "lines") return <TextArea {...more} rows={rows} />;
  return <TextField {...more} {...SHORT[kind]} />;
}

export function DeclaredFields({ form, specs }: { form: FormState; specs: readonly FieldSpec[] }) {
  return specs.map((spec) => (
    <Fragment key={spec.name}>
      {spec.heading ? <h2 className="mt-6 mb-3">{spec.heading}</h2> : null}
      <DeclaredField form={form} spec={spec} />
    </Fragment>
  ));
}

type DeclaredFormProps = {
  shown: ShownForm;
  /** For a page that has the form more than once. */
  id?: string;
  saved?: Record<string, string>;
  /** Nothing else can be done here. */
  isOpen?: boolean;
};

/** A form as its page declares it among its `answerForms`. */
export function DeclaredForm({
  shown,
  id = `${shown.intent}-form`,
  saved = {},
  isOpen = false,
}: DeclaredFormProps) {
  const { intent, fields, opensBy, button, look } = shown;
  const form = useStepForm<Record<string, string>>({ id, saved });
  const drawn = (
    <StepForm form={form} autoComplete="off" enterIntent={intent}>
      <DeclaredFields form={form} specs={fields} />
      <Submit look={look} intent={intent}>
        {button}
      </Submit>
    </StepForm>
  );
  if (!opensBy) return drawn;
  return (
    <details className="more" open={form.summary !== undefined || isOpen}>
      <summary>{opensBy}</summary>
      {drawn}
    </details>
  );
}

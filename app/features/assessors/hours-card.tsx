import { useActionData } from "react-router";
import { FieldMessages, fieldParts, textValue } from "#app/forms/field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Button, inPlaceOfSubmit } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { showToast } from "#app/ui/toast.ts";
import { copyToWeekdays, HOURS_FIELDS, hoursValues, partsShown, type PartFields } from "./hours-fields.ts";
import type { WeekHours } from "./hours.ts";
import { VisitsAtStake } from "./named-visits.tsx";

const FORM_ID = "hours-form";
const COPIED = "The hours of Monday are in Tuesday to Friday. Press “Save hours” to keep them.";

function copyInPage(): void {
  const { elements } = document.getElementById(FORM_ID) as HTMLFormElement;
  const control = (name: string) => elements.namedItem(name) as HTMLInputElement | null;
  copyToWeekdays(
    (name) => control(name)?.value ?? "",
    (name, value) => {
      const input = control(name);
      if (!input) return;
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
  );
  showToast({ title: "Copied", description: COPIED });
}

type HoursCardProps = {
  hours: WeekHours;
  version: number;
  /** Another form of the page has its main button. */
  isBeside?: boolean;
};

/** Working hours: from and until for each part of a day. */
export function HoursCard({ hours, version, isBeside }: HoursCardProps) {
  const form = useStepForm<Record<string, string>>({ id: FORM_ID, saved: hoursValues(hours) });
  const isCopied = useActionData<{ isCopied?: true }>()?.isCopied ?? false;
  const shown = partsShown(form.values);
  return (
    <Card heading="Working hours">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="hours" />
        <VersionField form={form} version={version} />
        <p className="hint mb-3">London time. Leave a day without visits empty.</p>
        {isCopied ? (
          <p role="status" className="mb-3">
            {COPIED}
          </p>
        ) : null}
        {HOURS_FIELDS.map(({ day, parts }, index) => (
          <fieldset key={day} className="field hours-day">
            <legend>{day}</legend>
            {parts.slice(0, shown).map((part, at) => (
              <HoursPart key={part.from} form={form} day={day} part={part} number={at + 1} />
            ))}
            {index === 0 ? (
              <Button look="quiet" isSmall name="copy" value="weekdays" onClick={inPlaceOfSubmit(copyInPage)}>
                Copy to weekdays
              </Button>
            ) : null}
          </fieldset>
        ))}
        <VisitsAtStake formId={FORM_ID} />
        <Button look={isBeside ? "quiet" : "main"}>Save hours</Button>
      </StepForm>
    </Card>
  );
}

type HoursPartProps = { form: FormState; day: string; part: PartFields; number: number };

function HoursPart({ form, day, part, number }: HoursPartProps) {
  const which = number === 1 ? day : `${day}, part ${number},`;
  const ofTexts = form as FormState<Record<string, string>>;
  const fields = [
    { label: "from", field: fieldOf(ofTexts, part.from) },
    { label: "to", field: fieldOf(ofTexts, part.until) },
  ];
  return (
    <div className="hours-part">
      {fields.map(({ field, label }) => (
        <span key={field.name}>
          {label === "to" ? <span aria-hidden="true">to </span> : null}
          <input
            type="text"
            inputMode="numeric"
            className="input"
            id={field.id}
            name={field.name}
            aria-label={`${which} ${label}`}
            defaultValue={textValue(field)}
            {...fieldParts(field, null).aria}
          />
        </span>
      ))}
      {fields.map(({ field }) => (
        <FieldMessages key={field.name} field={field} id={fieldParts(field, null).errorId} />
      ))}
    </div>
  );
}

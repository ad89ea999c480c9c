import { useEffect, useState } from "react";
import {
  ASSESSMENTS,
  currentOffer,
  type Assessment,
  type SeedAssessmentId,
} from "#app/features/catalogue/catalogue.ts";
import { BoxNumber } from "#app/forms/box-number.tsx";
import { FieldMessages, fieldParts, listValue, textValue } from "#app/forms/field.tsx";
import { clearControls, type LiveValues } from "#app/forms/use-live-form.ts";
import type { Field } from "#app/forms/use-step-form.ts";
import { formatPounds } from "#app/platform/money.ts";
import { classes } from "#app/ui/classes.ts";
import { Info } from "#app/ui/more.tsx";
import { PRICE_ON_REQUEST } from "#app/features/catalogue/pricing.ts";
import { showToast } from "#app/ui/toast.ts";
import { switchedTitle, takenOutText } from "./selection.ts";
import { TextArea } from "#app/forms/text-fields.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { countWords, OTHER_WORD_LIMIT, TOO_MANY_WORDS } from "#app/features/booking/fields/other-words.ts";

/** Counts the words of Other, and with JavaScript takes no more than 100. `typed` is the text of the box; a longer
 * text, written before the scripts came, may only become shorter. */
function OtherDetails({ field, typed }: { field: Field<string>; typed: string | undefined }) {
  const [refusedCount, setRefusedCount] = useState(0);
  const isHydrated = useHydrated();
  const before = typed ?? textValue(field) ?? "";
  const words = countWords(before);
  const counterId = `${field.id}-counter`;
  return (
    <TextArea
      field={field}
      label="What do you need assessed?"
      hint="In at most 100 words, please. No names are needed."
      isAboutPerson
      isWide
      autoComplete="off"
      aria-describedby={counterId}
      onChange={({ target }) => {
        const count = countWords(target.value);
        const isTooLong = count > OTHER_WORD_LIMIT && count > words;
        if (isTooLong) target.value = before;
        setRefusedCount(isTooLong ? count : 0);
      }}
    >
      <p className="note mt-1" id={counterId}>
        {`${words} / ${OTHER_WORD_LIMIT} words${isHydrated ? "" : " when last sent"}`}
      </p>
      <p className="field-error" role="status">
        {refusedCount > 0
          ? `${TOO_MANY_WORDS} With what you just added it would be ${refusedCount} words, so that was not taken.`
          : null}
      </p>
    </TextArea>
  );
}

/** The purpose of each built-in assessment, in one line. A practice's own, or one with its own description, shows its
 * description. */
const PURPOSES: Record<SeedAssessmentId, string> = {
  "property-finance": "Money, bills, savings and the home",
  "health-welfare": "Care, treatment and where to live",
  "capacity-will": "Making or changing a will",
  "capacity-litigate": "Taking part in a court case",
  "lpa-property-affairs": "Choosing who looks after money and property",
  "lpa-health-welfare": "Choosing who decides about health and care",
  "capacity-gift": "Giving away or lending something of value",
  "capacity-sell-property": "Selling a home or other property",
  "capacity-buy-property": "Buying a home or other property",
  other: "Another decision: tell us in a few words",
};

function purposeOf({ id, description }: Assessment): string {
  const isDescribedAnew = ASSESSMENTS.some((seed) => seed.id === id && seed.description !== description);
  return (!isDescribedAnew && PURPOSES[id as SeedAssessmentId]) || description;
}

type AssessmentListProps = {
  formId: string;
  field: Field<string[]>;
  otherField: Field<string>;
  live: LiveValues;
  isVirtual: boolean;
  /** The assessments in the list; without it, those offered now. */
  assessments?: readonly Assessment[];
};

/** Unticks what Virtual does not offer and says so: a box ticked before the scripts ran is disabled now, and would be
 * left out of the form without a word. */
function useFaceToFaceOnlyTakenOut(formId: string, name: string, isVirtual: boolean) {
  useEffect(() => {
    if (!isVirtual) return;
    const selector = `[name="${name}"]:disabled:checked`;
    const boxes = [...(document.getElementById(formId)?.querySelectorAll<HTMLInputElement>(selector) ?? [])];
    if (boxes.length === 0) return;
    for (const box of boxes) box.checked = false;
    const description = boxes.map((box) => takenOutText(box.value)).join(" ");
    showToast({ title: switchedTitle(true), description });
  }, [formId, name, isVirtual]);
}

/** The stylesheet shows the prices of the chosen mode. */
export function AssessmentList(props: AssessmentListProps) {
  const { formId, field, otherField, live, isVirtual, assessments } = props;
  const parts = fieldParts(field, undefined);
  const chosen = new Set(listValue(field));
  useFaceToFaceOnlyTakenOut(formId, field.name, isVirtual);
  return (
    <fieldset
      className={classes("field is-wide", parts.isInvalid && "is-invalid")}
      aria-describedby={parts.errorId}
    >
      <legend>
        <BoxNumber name={field.name} />
        Assessments
      </legend>
      <FieldMessages field={field} id={parts.errorId} />
      {(assessments ?? currentOffer().assessments).map((assessment, index) => {
        const { name, hasVirtual, faceToFacePence, virtualPence } = assessment;
        const id = index === 0 ? field.id : `${field.id}-${assessment.id}`;
        return (
          <div className={classes("choice", !hasVirtual && "is-face-only")} key={assessment.id}>
            <input
              type="checkbox"
              id={id}
              name={field.name}
              value={name}
              defaultChecked={chosen.has(name)}
              disabled={isVirtual && !hasVirtual}
              aria-invalid={parts.isInvalid || undefined}
              aria-describedby={`${id}-price ${id}-for`}
              onChange={(event) => {
                const isOtherLeft = assessment.id === "other" && !event.target.checked;
                if (isOtherLeft) clearControls(formId, [otherField.name]);
              }}
            />
            <label htmlFor={id}>{name}</label>
            <span className="price" id={`${id}-price`}>
              {faceToFacePence === null ? (
                PRICE_ON_REQUEST
              ) : (
                <>
                  <span className="when-face-to-face">{formatPounds(faceToFacePence)}</span>
                  <span className={virtualPence === null ? "when-virtual is-worded" : "when-virtual"}>
                    {virtualPence === null ? "Face-to-face only" : formatPounds(virtualPence)}
                  </span>
                </>
              )}
            </span>
            <p className="choice-for" id={`${id}-for`}>
              {purposeOf(assessment)}
            </p>
            <Info about={name}>
              <p>{assessment.description}</p>
              {faceToFacePence === null ? (
                <p>{PRICE_ON_REQUEST}.</p>
              ) : (
                <p>
                  Face-to-face: {formatPounds(faceToFacePence)}.{" "}
                  {virtualPence === null
                    ? "Not available as a virtual assessment."
                    : `Virtual: ${formatPounds(virtualPence)}.`}
                </p>
              )}
            </Info>
            {assessment.id === "other" ? (
              <div className="when-other">
                <OtherDetails field={otherField} typed={live[otherField.name]?.[0]} />
              </div>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}

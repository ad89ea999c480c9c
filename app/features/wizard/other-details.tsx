import { useState } from "react";
import { textValue } from "#app/forms/field.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import type { Field } from "#app/forms/use-step-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { countWords, OTHER_WORD_LIMIT, TOO_MANY_WORDS } from "#app/features/booking/other-words.ts";

/** Counts the words of Other, and with JavaScript takes no more than 100. `typed` is what the box holds; a longer text,
 * written before the scripts came, may only become shorter. */
export function OtherDetails({ field, typed }: { field: Field<string>; typed: string | undefined }) {
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
        {words} / {OTHER_WORD_LIMIT} words{isHydrated ? "" : " when last sent"}
      </p>
      <p className="field-error" role="status">
        {refusedCount > 0
          ? `${TOO_MANY_WORDS} With what you just added it would be ${refusedCount} words, so that was not taken.`
          : null}
      </p>
    </TextArea>
  );
}

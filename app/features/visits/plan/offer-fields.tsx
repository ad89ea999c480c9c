import type { ReactNode } from "react";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import { listValue } from "#app/forms/field.tsx";
import type { Field } from "#app/forms/use-step-form.ts";
import { offerKey } from "#app/features/visits/record/visit-plan.ts";
import { formatDayName, isIsoDate } from "#app/platform/dates.ts";
import type { FreeList } from "./who-is-free.server.ts";

type Props = { list: FreeList | null; field: Field<readonly string[]>; children: ReactNode };

/** The times to offer a referrer, with the controls that offer them: those that are ticked already, the start of the
 * list for each who fits, and the other starts of the first. */
export function OfferedTimes({ list, field, children }: Props) {
  const ticked = listValue(field);
  const candidates = list?.candidates ?? [];
  const first = candidates.find(({ times }) => times.length > 0);
  const ofList = list
    ? [
        ...candidates.flatMap(({ id, fit }) =>
          fit.level === "fits" ? [[id, list.time.start] as const] : [],
        ),
        ...(first?.times ?? []).map((start) => [first!.id, start] as const),
      ].map(([assessorId, start]) => offerKey({ assessorId, day: list.time.day, start }))
    : [];
  const times = [...new Set([...ticked, ...ofList])].flatMap((key) => {
    const [assessorId, day, start] = key.split(" ");
    return start && isIsoDate(day!) ? [{ key, assessorId, day: day!, start }] : [];
  });
  if (times.length === 0)
    return <p className="hint">Once somebody who fits is free, their times are listed here.</p>;
  return (
    <>
      <CheckboxGroup
        field={field}
        label="Times to offer"
        hint="Show another day to add its times."
        options={times
          .toSorted((a, b) => (`${a.day} ${a.start}` < `${b.day} ${b.start}` ? -1 : 1))
          .map(({ key, assessorId, day, start }) => ({
            value: key,
            label: `${formatDayName(day)}, ${start}`,
            hint: candidates.find(({ id }) => id === assessorId)?.name,
          }))}
      />
      {children}
    </>
  );
}

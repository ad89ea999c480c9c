import type { ReactNode } from "react";
import { Link } from "react-router";
import { MODES } from "#app/features/assessors/profile.ts";
import { CheckboxGroup, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { listValue } from "#app/forms/field.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, type Field, type FormState } from "#app/forms/use-step-form.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { seenText, type ShownAddress } from "./addresses.ts";
import type { Fit } from "#app/features/visits/record/fit.ts";
import { saysAddress } from "#app/features/visits/record/visit-place.ts";
import { offerOf, type VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import type { VisitTime } from "#app/features/visits/record/visit-times.ts";
import type { Candidate, FreeList } from "./who-is-free.server.ts";
import { Times } from "#app/ui/times.tsx";

const MODE_OPTIONS = Object.entries(MODES).map(([value, label]) => ({ value, label }));

/** Day, time and length of a visit. */
export const TimeFields = ({ form }: { form: FormState<VisitTime> }) => (
  <>
    <TextField field={fieldOf(form, "day")} label="Day" type="date" />
    <TextField field={fieldOf(form, "start")} label="Starts at" type="time" />
    <TextField field={fieldOf(form, "minutes")} label="Minutes" inputMode="numeric" />
  </>
);

type PlanFieldsProps = {
  form: FormState<VisitPlan>;
  /** Addresses on record. */
  addresses: readonly ShownAddress[];
  note: string | null | undefined;
};

/** Day, time, length and place of a visit, with the addresses on record that the place does not say. */
export function PlanFields({ form, addresses, note }: PlanFieldsProps) {
  const place = fieldOf(form, "place");
  const others = addresses.filter(({ address }) => !saysAddress(String(place.initialValue ?? ""), address));
  return (
    <>
      <div className="plan-fields">
        <TimeFields form={form} />
        <SelectField field={fieldOf(form, "mode")} label="Kind" options={MODE_OPTIONS} />
      </div>
      <TextField
        field={place}
        label="Place, or how to join"
        isOptional
        hint={
          <>
            The assessor sees it. A postcode tells who travels there. The referrer sees how to join a virtual
            visit; while this is empty, we promise a link.
            {others.map(({ key, words }) => (
              <span key={key} className="block">
                {words}
              </span>
            ))}
          </>
        }
      />
      <input type="hidden" name="addressesSeen" value={seenText(addresses.map(({ key }) => key))} />
      <PlaceNote note={note} />
    </>
  );
}

/** Says that the place is no whole address. */
export const PlaceNote = ({ note }: { note: string | null | undefined }) =>
  note ? (
    <p className="alert is-warning field is-wide" role="status">
      {note}
    </p>
  ) : null;

const LEVELS: Record<Fit["level"] | "tight", { words: string; colour: BadgeColour }> = {
  fits: { words: "Free", colour: "green" },
  tight: { words: "Tight", colour: "yellow" },
  warns: { words: "Check", colour: "yellow" },
  blocked: { words: "Not free", colour: "red" },
};

function Why({ candidate: { fit, visitsThatDay, askedThen } }: { candidate: Candidate }) {
  const { words, colour } = LEVELS[fit.isTight ? "tight" : fit.level];
  const against = [
    ...fit.blocks.map(({ reason }) => reason),
    ...fit.warnings.map(({ words }) => words),
    ...askedThen.map((hours) => `Asked for another visit, ${hours}`),
  ];
  const visits = `${visitsThatDay} ${visitsThatDay === 1 ? "visit" : "visits"} that day`;
  const forThem = visitsThatDay === 0 ? fit.reasons : [...fit.reasons, visits];
  return (
    <>
      <Badge colour={colour}>{words}</Badge>{" "}
      {against.length > 0 ? (
        <strong>
          <Times>{against.join(" · ")}</Times>
        </strong>
      ) : null}
      {against.length > 0 && forThem.length > 0 ? " · " : null}
      <Times>{forThem.join(" · ")}</Times>
    </>
  );
}

/** Whether the one assessor of a list is free, to read only. */
export function AssessorFit({ list }: { list: FreeList | null }) {
  const candidate = list?.candidates[0];
  if (!list || !candidate) return null;
  return (
    <p className="field is-wide" role="status">
      <input type="hidden" name="forPlan" value={list.forPlan} />
      {candidate.name}, <Times>{list.when}</Times>: <Why candidate={candidate} />
    </p>
  );
}

/** Links that fill in another time of the day, and who is free then. */
const OtherTimes = ({ candidate, time }: { candidate: Candidate; time: VisitTime }) => (
  <span className="other-times">
    {candidate.fit.level === "fits" ? "Also free at" : "Free at"}
    {candidate.times.map((start) => (
      <Link key={start} to={offerOf({ ...time, start, assessor: candidate.id })} discover="none">
        {start}
      </Link>
    ))}
  </span>
);

type AssessorListProps = {
  /** Null before a day is known. */
  list: FreeList | null;
  label: string;
  /** Shown above the choices, in place of the time and the number of those who are free. */
  about?: ReactNode;
  /** A first choice of nobody, in words. */
  nobody?: string;
  /** The control that names the list, on a page with several. */
  planName?: string;
} & ({ isMany: true; field: Field<readonly string[]> } | { isMany?: false; field: Field<string> });

/** All active assessors with the reasons for and against each, those who fit first, to choose one or several. Those who
 * are chosen already stay so while there is no list. */
export function AssessorList(props: AssessorListProps) {
  const { list, label, nobody, about, planName = "forPlan" } = props;
  if (list === null) {
    return (
      <p className="note field">
        Enter a day and a time to see who is free.
        {listValue(props.field).map((chosen) => (
          <input key={chosen} type="hidden" name={props.field.name} value={chosen} />
        ))}
      </p>
    );
  }
  if (list.candidates.length === 0) {
    return <p className="note field">There is no active assessor to choose.</p>;
  }
  const fitting = list.candidates.filter(({ fit }) => fit.level === "fits").length;
  const shared = {
    label,
    isWide: true,
    hint: about ?? (
      <span role="status">
        <Times>{`${list.when}: ${fitting} of ${list.candidates.length} free`}</Times>
      </span>
    ),
    options: [
      ...(nobody === undefined ? [] : [{ value: "", label: nobody }]),
      ...list.candidates.map((candidate, index) => ({
        value: candidate.id,
        before:
          index === fitting ? (
            <p className="queue-head">{`Not free, and why · ${list.candidates.length - fitting}`}</p>
          ) : null,
        label: (
          <>
            {props.isMany ? <b>{list.time.start} </b> : null}
            {candidate.name} <span className="optional">{candidate.professions}</span>
          </>
        ),
        hint: (
          <>
            <Why candidate={candidate} />
            {candidate.times.length > 0 ? <OtherTimes candidate={candidate} time={list.time} /> : null}
          </>
        ),
      })),
    ],
  };
  return (
    <div className="assessor-list">
      {/* The plan that its sender has seen the list for. */}
      <input type="hidden" name={planName} value={list.forPlan} />
      {props.isMany ? (
        <CheckboxGroup {...shared} field={props.field} />
      ) : (
        <RadioGroup {...shared} field={props.field} />
      )}
    </div>
  );
}

import "#app/styles/referral.css";
import { useEffect, useState } from "react";
import { redirect, Link } from "react-router";
import { requirePart } from "#app/features/report-writing/guards.server.ts";
import { destinationOf } from "#app/features/report-writing/destination.ts";
import {
  fieldsOfPart,
  readPartPage,
  savePartForm,
  type PartPageData,
} from "#app/features/report-writing/part-page.server.ts";
import { refuseSection } from "#app/kit/sections/sections.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { fieldPath, writePath } from "#app/features/report-writing/write-path.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page, withWholeCodes } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/write-part";
import type { Field } from "#app/kit/sections/fields.ts";
import type { ConflictView } from "#app/kit/sections/autosave.ts";
import { FieldGroups } from "#app/features/referral/section-fields.tsx";
import { SectionForm, useSection } from "#app/kit/sections/section-form.tsx";
import { FieldShell, listValue } from "#app/forms/field.tsx";
import type { Field as FormField } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";

type PartPageProps = {
  visitId: string;
  /** Who reads the page: unsaved text is kept for them alone. */
  reader: string;
  part: PartPageData;
  conflict: ConflictView | null;
};

const NO_PROBLEMS = {};

/** One part of a draft, saved as one types. */
function PartPage({ visitId, reader, part, conflict }: PartPageProps) {
  const { key, title } = part;
  const section = useSection(key, `${writePath(visitId, key)}/autosave`, { ...part, conflict });
  const { form } = section;
  useOpenedByLink();
  const groups = part.groups.map((group) => ({
    ...group,
    className: group.isAfterCannot ? "after-cannot" : "",
  }));
  const firstWithTicks = groups.findIndex(({ fields }) => fields.some(({ kind }) => kind === "checkboxes"));
  const toTick = firstWithTicks < 0 ? groups.length : firstWithTicks;
  const shared = { form, problems: NO_PROBLEMS, isMarked: true, isForAssessor: true };
  const controlOf = (field: Field, control: FormField<readonly string[]>) =>
    field.kind === "checkboxes" ? <ChosenByNumber field={field} control={control} said={part.said} /> : null;
  return (
    <div className="columns write-part">
      <div className="min-w-0">
        <PageTitle title={title} isRefused={form.summary !== undefined} />
        <h1 className="mb-1 wrap-anywhere" tabIndex={-1}>
          {title}
        </h1>
        <p className="note flex flex-wrap gap-x-3">
          {part.isFilledIn ? <span>Read what is filled in, then save.</span> : null}
          <a href="#parts">All parts</a>
        </p>
        <KnownFromReferral known={part.known} />
        <SectionForm
          section={section}
          owner={`${reader} ${visitId}`}
          actions={
            <div className="actions">
              <Button look="quiet" intent="save">
                Save
              </Button>
              <Button>{`Save and continue with ${part.next}`}</Button>
            </div>
          }
        >
          <FieldGroups groups={groups.slice(0, toTick)} {...shared} />
          <Said said={part.said} visitId={visitId} />
          <FieldGroups groups={groups.slice(toTick)} {...shared} controlOf={controlOf} />
          {part.isDecision ? (
            <p className="note">
              {part.conclusion
                ? `From the four findings, as last saved: ${part.conclusion}. You word the conclusion under “Opinion and summary”.`
                : "The conclusion follows from the four findings. You word it under “Opinion and summary”."}
            </p>
          ) : null}
          <CheckSays visitId={visitId} part={part} />
        </SectionForm>
      </div>
      <PartList visitId={visitId} part={part} />
    </div>
  );
}

/** Opens the group of the field to which a link leads, in browsers that do not. */
function useOpenedByLink(): void {
  useEffect(() => {
    const field = document.getElementById(location.hash.slice(1));
    const group = field?.closest<HTMLDetailsElement>("details:not([open])");
    if (!group) return;
    group.open = true;
    field!.scrollIntoView();
  }, []);
}

const saidId = (id: string) => `said-${id}`;

/** All that was said at the visit, once; a box of its own height, because there may be hundreds. */
function Said({ said, visitId }: Pick<PartPageData, "said"> & { visitId: string }) {
  if (said.length === 0) return null;
  return (
    <section className="card said" aria-labelledby="said">
      <div className="card-head">
        <h2 id="said">What was said</h2>
        <Link to={`/assessor/visits/${visitId}/exchanges`}>All {said.length}</Link>
      </div>
      <ol tabIndex={0} aria-labelledby="said">
        {said.map(({ id, label }) => (
          <li key={id} id={saidId(id)} dir="auto">
            {label}
          </li>
        ))}
      </ol>
    </section>
  );
}

type ChosenByNumberProps = {
  field: Field;
  control: FormField<readonly string[]>;
  said: PartPageData["said"];
};

/** Numbers of what was said, each a box to tick; what is chosen follows in words. */
function ChosenByNumber({ field, control, said }: ChosenByNumberProps) {
  const [chosen, setChosen] = useState(() => new Set(listValue(control)));
  const choose = (id: string, isOn: boolean) => {
    const others = [...chosen].filter((one) => one !== id);
    setChosen(new Set(isOn ? [...others, id] : others));
  };
  const shown = said.filter(({ id }) => chosen.has(id));
  return (
    <FieldShell
      field={control}
      label={field.label}
      isGroup
      isWide
      control={
        <>
          <div className="number-boxes">
            {said.map(({ id, number }, index) => {
              const boxId = index === 0 ? control.id : `${control.id}-${index}`;
              return (
                <span key={id}>
                  <input
                    type="checkbox"
                    id={boxId}
                    name={control.name}
                    value={id}
                    defaultChecked={chosen.has(id)}
                    onChange={(event) => choose(id, event.currentTarget.checked)}
                    aria-labelledby={saidId(id)}
                  />
                  <label htmlFor={boxId} aria-hidden="true">
                    {number}
                  </label>
                </span>
              );
            })}
          </div>
          {shown.length > 0 ? (
            <ul className="note wrap-anywhere">
              {shown.map(({ id, label }) => (
                <li key={id} dir="auto">
                  {label}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      }
    />
  );
}

/** Findings of the check about this part, as it was last saved. */
function CheckSays({ visitId, part: { key, findings } }: { visitId: string; part: PartPageData }) {
  if (findings.length === 0) return null;
  const must = findings.filter(({ level }) => level === "must").length;
  return (
    <details className="card mt-4 mb-4">
      <summary>
        What the check says about this part: {must} to put right, {findings.length - must} to look at
      </summary>
      <ul className="mt-2 list-disc pl-5">
        {findings.map(({ message, field }) => (
          <li key={`${field} ${message}`}>
            <Link reloadDocument to={fieldPath(visitId, key, field)}>
              {message}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function KnownFromReferral({ known }: Pick<PartPageData, "known">) {
  if (known.length === 0) return null;
  return (
    <details className="card mb-4">
      <summary>What the referral says, and others told us</summary>
      <dl className="facts mt-3">
        {known.map(({ label, text }) => (
          <div key={`${label} ${text}`} className="contents">
            <dt>{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The other parts: leaving a part saves it first, without scripts too. */
const PartList = ({ visitId, part: { key, parts, reference } }: { visitId: string; part: PartPageData }) => (
  <nav aria-label="Parts of the report" id="parts" className="aside no-print">
    <details className="card fold">
      <summary>
        <h2>Parts</h2>
      </summary>
      <ol>
        {parts.map((one) => (
          <li
            key={one.key}
            aria-current={one.key === key ? "step" : undefined}
            className="border-t border-line py-2 wrap-anywhere first:border-0"
          >
            {one.key === key ? (
              <strong>{one.title}</strong>
            ) : (
              <button form={key} name="goTo" value={one.key} className="link-button text-left">
                {one.title}
              </button>
            )}
          </li>
        ))}
        <li className="border-t border-line py-2">
          <button form={key} name="goTo" value="check" className="link-button text-left">
            Check before you send
          </button>
        </li>
        <li className="border-t border-line py-2">
          <Link to={writePath(visitId)}>{withWholeCodes(`Report ${reference}`)}</Link>
        </li>
      </ol>
    </details>
  </nav>
);

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user, opened, key } = await requirePart({ request, params, context });
  return {
    visitId: params.visitId,
    reader: user.userId,
    isOpen: opened.kind === "open",
    part: await readPartPage(deps, opened, key),
  };
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const form = await request.clone().formData();
    const { scope, by, opened, key } = await requirePart({ request, params, context });
    const isConfirmed = form.get("goTo") === null;
    const result = await savePartForm({ ...scope, by, opened }, key, form, { isConfirmed });
    if (result.kind !== "saved") {
      const shown = opened.saved.parts[key]?.answers ?? {};
      return refuseSection(result, form, fieldsOfPart(opened, key), shown);
    }
    throw redirect(destinationOf(params.visitId, opened.draft, key, form, result.isAnyLeftOut === true), 303);
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function WritePart({ loaderData, actionData }: Route.ComponentProps) {
  const { visitId, reader, part } = loaderData;
  const said = useDone({ saved: "Saved." });
  const leftOut = useDone({ "left-out": "left out" });
  const conflict = actionData?.conflict ?? null;
  if (!loaderData.isOpen && !actionData)
    return (
      <Page
        title={part.title}
        back={{ label: `Back to the report ${part.reference}`, to: writePath(visitId) }}
      >
        <p>You have sent this report. You can read it; you can change it if it comes back.</p>
      </Page>
    );
  return (
    <>
      <Done text={said} />
      {leftOut ? (
        <Alert
          tone="warning"
          isLive
          text="Saved. An exchange that was ticked is not one of yours, or was deleted: it was left out."
        />
      ) : null}
      <PartPage
        key={`${part.key} ${part.version} ${conflict?.version ?? ""}`}
        visitId={visitId}
        reader={reader}
        part={{ ...part, ...actionData?.base }}
        conflict={conflict}
      />
    </>
  );
}

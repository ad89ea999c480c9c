import "#app/styles/referral.css";
import { answerKeyIn, readKeyIn, type KeyInPage } from "#app/features/contributions/key-in.server.ts";
import { helpPaths } from "#app/features/contributions/help-paths.ts";
import { requireStaffAsking } from "#app/features/contributions/asking-guards.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Page } from "#app/ui/page.tsx";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/booking-part";
import { PostForm } from "#app/forms/post-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { SectionBase } from "#app/kit/sections/section-form.tsx";
import { FieldGroups } from "#app/features/referral/section-fields.tsx";
import type { Field, Section } from "#app/kit/sections/fields.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { askedPart, questionCodes, type AskedPart } from "#app/features/contributions/asked-parts.ts";

type KeyInAnswer = NonNullable<Route.ComponentProps["actionData"]>;

/** The part's questions, each with the number that it has on the sheet. */
function numbered({ key, groups }: AskedPart, codes: Map<string, string>): Section["groups"] {
  const withCode = <F extends Field>(field: F): F => ({
    ...field,
    label: `${codes.get(`${key}.${field.name}`)} ${field.label}`,
  });
  return groups.map(({ title, fields }) => ({
    title,
    fields: fields.map((field) =>
      field.kind === "radio" && field.reveals
        ? { ...withCode(field), reveals: { ...field.reveals, fields: field.reveals.fields.map(withCode) } }
        : withCode(field),
    ),
  }));
}

type KeyInProps = { page: KeyInPage; answer: Partial<KeyInAnswer> | undefined };

/** A sheet that came back, keyed in part by part. */
function KeyIn({ page, answer }: KeyInProps) {
  const said = useDone({ saved: "Saved." });
  const send = useStepForm<Record<string, never>>({ id: "send-form" });
  const parts = page.parts.map(({ key }) => askedPart(key));
  const codes = questionCodes(parts);
  if (page.refusal) {
    return (
      <Alert tone="warning">
        <p>{page.refusal}</p>
      </Alert>
    );
  }
  return (
    <>
      <Done text={said} />
      <p>
        Key in what {page.name} wrote by hand, by the numbers on the sheet. Leave open what is empty there.
        Scans belong to the booking’s documents.
      </p>
      {page.parts.map((one) => (
        <KeyInPart
          key={`${one.key} ${one.version}`}
          part={askedPart(one.key)}
          groups={numbered(askedPart(one.key), codes)}
          saved={one}
          answer={answer?.formId === `part-${one.key}` ? answer : undefined}
        />
      ))}
      <Card heading="Is it all here?" className="stack">
        <ErrorSummary form={send} />
        <PostForm id="send-form">
          <Button intent="send">Record it as answered</Button>
        </PostForm>
      </Card>
    </>
  );
}

type KeyInPartProps = {
  part: AskedPart;
  groups: Section["groups"];
  saved: KeyInPage["parts"][number];
  answer: Partial<KeyInAnswer> | undefined;
};

function KeyInPart({ part, groups, saved, answer }: KeyInPartProps) {
  const formId = `part-${part.key}`;
  const form = useStepForm<Record<string, never>>({ id: formId, saved: saved.values });
  const conflict = answer?.conflict ?? null;
  const base = answer?.base ?? saved;
  return (
    <Card heading={part.title}>
      <StepForm form={form} autoComplete="off" encType="multipart/form-data" enterIntent="save">
        <input type="hidden" name="part" value={part.key} />
        <SectionBase base={base} conflict={conflict} shown={conflict} />
        <FieldGroups groups={groups} form={form} problems={{}} isMarked={false} />
        {saved.lastSaved ? <p className="save-status">{saved.lastSaved}</p> : null}
        <Submit look="quiet" intent="save">
          Save “{part.title}”
        </Submit>
      </StepForm>
    </Card>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { scope, booking, by } = await requireStaffAsking({ request, params, context });
  return readKeyIn({ deps: scope.deps, booking, by }, params.contributionId);
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const { scope, booking, by } = await requireStaffAsking({ request, params, context });
    const { deps, clientAddress } = scope;
    const form = await request.formData();
    return answerKeyIn({ deps, clientAddress, booking, by }, params.contributionId, form);
  }),
);

export default function BookingPart({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Page
      title={`Sheet of ${page.name}`}
      back={{ label: "Back to the request", to: helpPaths("staff", page.bookingId).one(page.id) }}
    >
      <KeyIn page={page} answer={actionData} />
    </Page>
  );
}

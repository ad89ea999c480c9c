import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerAgreementsPage,
  readAgreementsPage,
  type AgreementsPage,
} from "#app/features/organisations/desk/agreements-page.server.ts";
import { AgreementPrices } from "#app/features/organisations/record/agreement-parts.tsx";
import { requireOrganisations } from "#app/features/organisations/record/member-guards.server.ts";
import { DeclaredFields } from "#app/forms/declared-form.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/organisation-agreements";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  requireOrganisations(context);
  const page = await readAgreementsPage(deps, params.organisationId, new URL(request.url));
  if (!page) throw data(null, { status: 404 });
  return { page, done: answerAgreementsPage.said(request) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  requireOrganisations(context);
  const { organisationId } = params as { organisationId: string };
  const page = `/admin/organisations/${organisationId}/agreements`;
  return answerAgreementsPage({ deps, by, form: await request.formData(), page, organisationId });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

type AgreementProps = { agreement: AgreementsPage["agreements"][number]; seen: string };

function ChangeForm({ agreement: { id, mayRemove }, seen }: AgreementProps) {
  const form = useStepForm<{ lastDay: string }>({ id: `change-${id}`, saved: {} });
  return (
    <details className="more" open={form.summary !== undefined}>
      <summary>{mayRemove ? "Set its last day, or remove it" : "Set its last day"}</summary>
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="agreement" value={id} />
        <input type="hidden" name="seen" value={seen} />
        <TextField field={fieldOf(form, "lastDay")} label="Last day" type="date" />
        <div className="actions">
          <Button look="quiet" intent="end">
            Set the last day
          </Button>
          {mayRemove ? (
            <Button look="danger" intent="remove">
              Remove
            </Button>
          ) : null}
        </div>
      </StepForm>
    </details>
  );
}

function AgreementCard({ agreement, seen }: AgreementProps) {
  const { reference, state, days, cap, prices, rows, mayEnd } = agreement;
  return (
    <Card
      heading={
        <>
          {reference || "Agreement"} <Badge colour={state === "In force" ? "green" : "grey"}>{state}</Badge>
        </>
      }
    >
      <p className="mb-3">{days}</p>
      {cap && cap.state !== "free" ? (
        <Alert tone="warning" className="mb-3">
          <p>
            {cap.state === "near"
              ? `The cap is nearly reached: ${cap.words}.`
              : `The cap is reached: ${cap.words}.`}
          </p>
        </Alert>
      ) : null}
      <Facts rows={[...rows, cap && ["Used", cap.words]]} />
      <details className="more mt-3">
        <summary>Prices</summary>
        <AgreementPrices prices={prices} />
      </details>
      {mayEnd ? <ChangeForm agreement={agreement} seen={seen} /> : null}
    </Card>
  );
}

function BeyondCap({ page: { beyond, at } }: { page: AgreementsPage }) {
  if (beyond.length === 0) return null;
  return (
    <Card id="beyond-cap" heading="Beyond the cap">
      <Table
        caption="Bookings to take on"
        columns={["Reference", "Total", "Since", { name: "Decision", isNameHidden: true }]}
        rows={beyond.map(({ id, reference, total, since }) => ({
          id,
          cells: [
            <a href={`/admin/bookings/${id}`}>{reference}</a>,
            total,
            since,
            <PostForm>
              <input type="hidden" name="booking" value={id} />
              <Button look="quiet" isSmall intent="take-on">
                Take on<span className="sr-only"> {reference}</span>
              </Button>
            </PostForm>,
          ],
        }))}
      />
      <Pages at={at} of="bookings beyond the cap" />
    </Card>
  );
}

function AddForm({ page: { agreements, fields, saved, seen } }: { page: AgreementsPage }) {
  const form = useStepForm<Record<string, string>>({ id: "add-form", saved });
  return (
    <Card heading="New agreement">
      <details className="more" open={agreements.length === 0 || form.summary !== undefined}>
        <summary>
          {agreements.length === 0 ? "Its prices and terms" : "Begin with the terms of the latest"}
        </summary>
        <StepForm form={form} autoComplete="off" enterIntent="add">
          <input type="hidden" name="seen" value={seen} />
          <div className="form-rows">
            <DeclaredFields form={form} specs={fields} />
          </div>
          <div className="actions">
            <Button intent="add">Add the agreement</Button>
          </div>
        </StepForm>
      </details>
    </Card>
  );
}

/** An agreement is never edited: another one follows it. */
export default function Agreements({ loaderData: { page, done } }: Route.ComponentProps) {
  const said = useSaid(done);
  const { organisation, agreements, seen } = page;
  return (
    <Page
      title={`Agreements with ${organisation.name}`}
      back={{ label: "Back to the organisation", to: `/admin/organisations/${organisation.id}` }}
    >
      <Done text={said} />
      <p className="lead">
        Prices, terms and clocks of what {organisation.name} books. They are never changed afterwards: a new
        agreement follows the last day of the one before, and bookings keep the one under which they were
        made.
      </p>
      <BeyondCap page={page} />
      {agreements.map((agreement) => (
        <AgreementCard key={agreement.id} agreement={agreement} seen={seen} />
      ))}
      <AddForm key={useKeyOf(said)} page={page} />
    </Page>
  );
}

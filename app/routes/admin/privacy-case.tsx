import {
  answerCasePage,
  readCasePage,
  requireCase,
  saidOnCasePage,
  type EraseSchema,
  type RestrictionSchema,
} from "#app/features/privacy/case-page.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/privacy-case";
import { Link } from "react-router";
import { VisitsAtStake } from "#app/features/assessors/named-visits.tsx";
import { statusLabel } from "#app/features/booking/fields/status.ts";
import { CheckboxGroup } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import type { RestrictionRow } from "#app/features/data-protection/tables.ts";

type CaseFile = Awaited<ReturnType<typeof readCasePage>>;

function CaseSummary({ file }: { file: CaseFile }) {
  return (
    <Card heading="What we hold">
      <Facts
        rows={[
          ["Customer account", <span className="wrap-anywhere">{file.accounts.join(", ") || "None"}</span>],
          [
            "Bookings",
            file.bookings.length === 0
              ? "None"
              : file.bookings.map((booking) => (
                  <div key={booking.id}>
                    <Link to={`/admin/bookings/${booking.id}`}>{booking.reference}</Link>,{" "}
                    {statusLabel(booking.status)}, {formatInstant(booking.created_at)}
                  </div>
                )),
          ],
        ]}
      />
      <div className="actions">
        <ButtonLink to={`/admin/privacy/cases/${file.id}/report`}>Readable export</ButtonLink>
        <ButtonLink look="quiet" reloadDocument to={`/admin/privacy/cases/${file.id}/export.json`}>
          Machine-readable export (JSON)
        </ButtonLink>
      </div>
    </Card>
  );
}

function CaseHistory({ history }: Pick<CaseFile, "history">) {
  if (history.length === 0) return <p>Nothing is recorded.</p>;
  return (
    <Table
      caption="Newest first"
      columns={["When", "Who", "What"]}
      rows={history.map(({ id, at, who, what, note }) => ({
        id,
        cells: [formatInstant(at), who, note ? `${what}: ${note}` : what],
      }))}
    />
  );
}

const RESTRICTIONS = {
  restriction: { heading: "Restriction", state: "Processing restricted", button: "Restrict processing" },
  "legal-hold": { heading: "Legal hold", state: "Legal hold", button: "Place a legal hold" },
} as const;

type RestrictionCardProps = Pick<CaseFile, "restrictions"> & { kind: RestrictionRow["kind"] };

function RestrictionCard({ kind, restrictions }: RestrictionCardProps) {
  const { heading, state, button } = RESTRICTIONS[kind];
  const standing = restrictions.filter((restriction) => restriction.kind === kind);
  return (
    <Card heading={heading} className="stack">
      {standing.map(({ id, placed_at, reason }) => (
        <PostForm key={id} className="stack">
          <p>
            <strong>{state}</strong> since {formatInstant(placed_at)}: {reason}
          </p>
          <input type="hidden" name="restrictionId" value={id} />
          <Button look="quiet" isSmall intent="lift">
            Lift
          </Button>
        </PostForm>
      ))}
      <RestrictionForm key={standing.length} kind={kind} button={button} />
    </Card>
  );
}

function RestrictionForm({ kind, button }: { kind: RestrictionRow["kind"]; button: string }) {
  const form = useStepForm<typeof RestrictionSchema>({ id: kind });
  return (
    <StepForm form={form} className="stack">
      <input type="hidden" name="intent" value={kind} />
      <TextField field={fieldOf(form, "reason")} label="Reason" autoComplete="off" />
      <VisitsAtStake formId={kind} />
      <Button look="quiet">{button}</Button>
    </StepForm>
  );
}

function EraseForm() {
  const form = useStepForm<typeof EraseSchema>({ id: "erase" });
  return (
    <StepForm form={form} className="stack">
      <input type="hidden" name="intent" value="erase" />
      <TextField field={fieldOf(form, "reason")} label="Reason" autoComplete="off" />
      <CheckboxGroup
        field={fieldOf(form, "confirmErasure")}
        label="Confirm"
        options={[{ value: "on", label: "I have checked that nothing must be kept. This cannot be undone." }]}
      />
      <Button look="danger">Erase this person</Button>
    </StepForm>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, privacyCase } = await requireCase(args);
  return {
    ...(await readCasePage(deps, privacyCase, new URL(args.request.url))),
    done: saidOnCasePage(args.request),
  };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, privacyCase } = await requireCase(args);
  return answerCasePage({ deps, by, privacyCase, form: await args.request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function PrivacyCasePage({ loaderData }: Route.ComponentProps) {
  const said = useSaid(loaderData.done);
  return (
    <Page
      title="Privacy case"
      heading={loaderData.person}
      back={{ label: "Back to the privacy desk", to: "/admin/privacy" }}
    >
      <Done text={said} />
      <div className="columns">
        <div className="stack">
          <CaseSummary file={loaderData} />
          <Card heading="Who saw or changed these records">
            <CaseHistory {...loaderData} />
            <Pages at={loaderData.at} of="entries" />
          </Card>
        </div>
        {loaderData.isErased ? null : (
          <div className="stack">
            <RestrictionCard {...loaderData} kind="restriction" />
            <RestrictionCard {...loaderData} kind="legal-hold" />
            <Card heading="Erasure" className="stack">
              <p className="note">
                This deletes their account, mails and drafts. Their bookings keep the reference, dates and
                prices. Complaints are kept for their retention period.
              </p>
              <EraseForm />
            </Card>
          </div>
        )}
      </div>
    </Page>
  );
}

import { data, redirect } from "react-router";
import { requireConcernViewer } from "#app/features/accounts/sign-in/guards.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { ConcernNoteSchema } from "#app/features/safeguarding/concern-schema.ts";
import { openConcernLog, writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone, useKeyOf } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-concerns";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireConcernViewer(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const log = await openConcernLog(deps, booking.id, by, new URL(request.url));
  return { ...log, bookingId: booking.id, reference: booking.reference };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireConcernViewer(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const posted = await request.formData();
  const form = parseForm(posted, ConcernNoteSchema, "Nothing was added.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const kind = intentOf(posted) === "close" ? "closed" : "note";
  await writeConcern(deps, { ...by, bookingId: booking.id, kind, text: form.value.note });
  return redirect(`/admin/bookings/${booking.id}/concerns?done=${kind}`, 303);
});

const DONE = { note: "The note was added.", closed: "The concern was closed." };

const KINDS = { raised: "Concern recorded", note: "Note", closed: "Closed" };

export default function ConcernLog({ loaderData }: Route.ComponentProps) {
  const { bookingId, reference, isOpen, entries, views } = loaderData;
  const said = useDone(DONE);
  const key = useKeyOf(said);
  return (
    <Page title={`Safeguarding log of ${reference}`}>
      <Done text={said} />
      <p>
        <Badge colour={isOpen ? "red" : "grey"}>{isOpen ? "Open" : "Nothing open"}</Badge> Only people with
        this right can read this page. Each opening is recorded below.
      </p>
      {entries.length === 0 ? (
        <p>No concern was recorded about this booking.</p>
      ) : (
        <ol className="stack">
          {entries.map(({ id, kind, at, who, text }) => (
            <li key={id} className="card">
              <strong>{KINDS[kind]}</strong>
              <p className="whitespace-pre-line">{text}</p>
              <p className="note">
                <time dateTime={at}>{formatInstant(at)}</time>, {who}
              </p>
            </li>
          ))}
        </ol>
      )}
      {entries.length > 0 ? (
        <Card heading="Add to the log">
          <NoteForm key={key} isOpen={isOpen} />
        </Card>
      ) : null}
      <p className="no-print">
        <ButtonLink look="quiet" to={`/admin/bookings/${bookingId}/concern`}>
          Record a concern
        </ButtonLink>
      </p>
      <Card heading="Who opened this page">
        {views.length === 0 ? (
          <p className="note">Nobody before you.</p>
        ) : (
          <ul>
            {views.map(({ id, at, who }) => (
              <li key={id}>
                {formatInstant(at)}, {who}
              </li>
            ))}
          </ul>
        )}
        <Pages at={loaderData.at} of="openings" />
      </Card>
    </Page>
  );
}

function NoteForm({ isOpen }: { isOpen: boolean }) {
  const form = useStepForm<typeof ConcernNoteSchema>({ id: "concern-note" });
  return (
    <StepForm form={form} autoComplete="off">
      <TextArea
        field={fieldOf(form, "note")}
        label="What was done, or found out?"
        hint="Such as whom you called and what they said."
        rows={4}
        isWide
      />
      <div className="actions">
        <Button>Add note</Button>
        {isOpen ? (
          <Button look="quiet" intent="close">
            Add and close the concern
          </Button>
        ) : null}
      </div>
    </StepForm>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { Link, useActionData } from "react-router";
import { MODES } from "#app/features/assessors/profile.ts";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import type { VisitReply } from "./answer-visit.server.ts";
import { OpenRequestAlerts, RightToCancel } from "./in-the-way-parts.tsx";
import type { VisitPage } from "./read-visit-page.server.ts";

type VisitPageProps = {
  page: VisitPage;
  title: string;
  /** The page gives the visit another time, for which what is in the way is reckoned with. */
  isForTime?: boolean;
  children: ReactNode;
};

/** The frame of a page that changes the visit to come. Says so when there is none, or none any more. */
export function ChangeVisitPage({ page, title, isForTime = false, children }: VisitPageProps) {
  const { id, reference, visit, closed, way } = page;
  const isBlocked = isForTime && way.isCancelRequested;
  const isRefused = useActionData() !== undefined;
  const isThere = visit?.isToCome === true;
  return (
    <Page title={`${title} ${reference}`}>
      {isThere ? (
        <Facts
          rows={[
            ["Visit", `${visit.when}, ${MODES[visit.mode].toLowerCase()}`],
            ["Assessor", visit.assessor.name],
            page.deadlines.length > 0 && ["Deadlines", <DeadlineBadges notes={page.deadlines} />],
            visit.place !== "" && [visit.mode === "virtual" ? "How to join" : "Place", visit.place],
          ]}
        />
      ) : (
        <Alert tone="warning">
          <p>
            This booking has no visit to come.{" "}
            {closed ?? <Link to={`/admin/bookings/${id}/visit`}>Agree the visit</Link>}
          </p>
        </Alert>
      )}
      {isThere ? <OpenRequestAlerts bookingId={id} way={way} /> : null}
      {isThere && isForTime ? <RightToCancel way={way} /> : null}
      {(isThere && !isBlocked) || isRefused ? children : null}
    </Page>
  );
}

type VisitFormProps = Omit<ComponentProps<typeof StepForm>, "children"> & {
  page: Pick<VisitPage, "id" | "version">;
  button: ReactNode;
  children: ReactNode;
};

/** A form that changes the visit of a booking as it was shown, with the way back to the booking. */
export const VisitForm = ({ page, form, button, children, ...more }: VisitFormProps) => (
  <StepForm form={form} autoComplete="off" enterIntent={null} {...more}>
    <VersionField form={form} version={page.version} />
    {children}
    <div className="actions">
      {button}
      <ButtonLink look="quiet" to={`/admin/bookings/${page.id}`}>
        Keep it
      </ButtonLink>
    </div>
  </StepForm>
);

const IN_HISTORY = "Stays in the history. Please write nothing about anyone's health.";

/** Why the visit is changed; optional unless `label` asks for it. */
export function ReasonField({ form, label }: { form: FormState<{ reason: string }>; label?: string }) {
  const field = fieldOf(form, "reason");
  return <TextArea field={field} label={label ?? "Reason"} isOptional={!label} hint={IN_HISTORY} rows={2} />;
}

type NotifyProps = { form: FormState<{ notify?: "on" | undefined }>; unticked?: string };

/** The tick for the mail to the referrer. The assessors concerned are always told. `unticked` says what else is
 * not sent then. */
export function NotifyField({ form, unticked = "" }: NotifyProps) {
  const hint = `The assessors concerned are told in any case. ${unticked}`.trim();
  return <Checkbox field={fieldOf(form, "notify")} label="Tell the referrer by email" hint={hint} />;
}

/** The call in which the visit is agreed, logged with it: shown while a contact is owed. */
export const CallFields = ({ form }: { form: FormState<{ spoke?: "on" | undefined; callNote: string }> }) => (
  <>
    <Checkbox
      field={fieldOf(form, "spoke")}
      label="Log a call: spoke to the referrer"
      hint="Nobody has to contact them then."
    />
    <TextField
      field={fieldOf(form, "callNote")}
      label="Contact note"
      isOptional
      hint="For colleagues. Please write nothing about anyone's health."
    />
  </>
);

/** After a refusal because the time is past: the reason with which a visit that was held is entered. */
export function HeldFields({ form }: { form: FormState<{ heldReason: string }> }) {
  const isPast = useActionData<VisitReply>()?.isPast === true;
  if (!isPast && !form.values.heldReason) return null;
  return (
    <div className="alert is-warning field is-wide">
      <TextField
        field={fieldOf(form, "heldReason")}
        label="The visit was held then: why is it entered now?"
        hint="Stays in the history. The assessor is asked for the outcome; the referrer gets no email. Please write nothing about anyone's health."
      />
      <Button look="quiet" intent="agree">
        Enter the held visit
      </Button>
    </div>
  );
}

type OverruleProps = { form: FormState<{ overruleReason: string }>; mayOverrule: boolean };

/** After a refusal because of another visit: the reason with which an Administrator books anyway. */
export function OverruleFields({ form, mayOverrule }: OverruleProps) {
  const isOverlap = useActionData<VisitReply>()?.isOverlap === true;
  if (!isOverlap || !mayOverrule) return null;
  return (
    <div className="alert is-warning field is-wide">
      <TextField field={fieldOf(form, "overruleReason")} label="Reason to book anyway" hint={IN_HISTORY} />
      <Button look="quiet" intent="overrule">
        Book anyway
      </Button>
    </div>
  );
}

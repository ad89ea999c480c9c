import type { ReactNode } from "react";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import {
  fieldOf,
  useStepForm,
  type Field,
  type FormValues,
  type StepFormState,
} from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { VisitsAtStake } from "#app/features/assessors/named-visits.tsx";
import { wayToPay } from "#app/features/booking/fields/reference-lists.ts";
import type { BookingReadModel } from "#app/features/booking/record/queries.server.ts";

/** First values of the forms that edit a booking, by control name. The read model uses the same names. */
function editValues(booking: BookingReadModel): FormValues {
  const texts = Object.entries(booking).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [],
  );
  return {
    ...Object.fromEntries(texts),
    notify: "on",
    referrerPhone: booking.referrerPhoneAsTyped,
    clientPhone: booking.clientPhoneAsTyped ?? booking.clientPhone ?? "",
    selectedAssessments: booking.selectedAssessments,
    paymentMethod: wayToPay(booking),
  };
}

type EditNotice = { notify: "on" };

/** The form of a page that edits a booking. `saved` is what it shows besides the booking's own values. */
export function useEditForm<Values>(booking: BookingReadModel, saved: FormValues = {}) {
  const values = { ...editValues(booking), ...saved };
  const form = useStepForm<Values & EditNotice>({ id: "edit-form", saved: values });
  return form as StepFormState<Values & EditNotice>;
}

type QuestionProps = { field: Field; heading?: string; value: string | undefined; label: string };

/** A question of a refused form about a likely slip: ticked, it is meant. */
export function Question({ field: { id, name, errors }, heading, value, label }: QuestionProps) {
  if (!errors) return null;
  return (
    <Alert tone="warning" heading={heading} className="mb-4">
      {errors.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="option mt-3">
        <input type="checkbox" id={id} name={name} value={value} />
        <label htmlFor={id}>{label}</label>
      </div>
    </Alert>
  );
}

type EditPageProps = {
  title: string;
  booking: BookingReadModel;
  version: number;
  form: StepFormState<EditNotice>;
  children: ReactNode;
};

/** A page that edits a booking. Its form ends with whether to mail the referrer, Save and Cancel. */
export function EditPage({ title, booking, version, form, children }: EditPageProps) {
  return (
    <Page title={`${title} ${booking.bookingReference}`}>
      <StepForm form={form} autoComplete="off">
        {children}
        <VersionField form={form} version={version} />
        <Checkbox
          field={fieldOf(form, "notify")}
          label="Tell the referrer by email"
          hint="The email names only what changes on their own pages."
        />
        <VisitsAtStake />
        <div className="actions">
          <Button>Save changes</Button>
          <ButtonLink look="quiet" to={`/admin/bookings/${booking.id}`}>
            Cancel
          </ButtonLink>
        </div>
      </StepForm>
    </Page>
  );
}

import { useActionData } from "react-router";
import { isReopening, nextStatuses, statusLabel } from "#app/features/booking/fields/status.ts";
import { CONTACT_OUTCOME_KEYS, CONTACT_OUTCOMES } from "#app/features/booking/fields/contact-outcomes.ts";
import { Checkbox, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { useDone, useKeyOf } from "#app/ui/use-done.ts";
import type { contactSchema, OwnerSchema, StatusChange } from "./booking-forms.ts";
import type { StatusRefused } from "./change-status.server.ts";
import type { BookingFile } from "./read-booking-file.server.ts";

type ActionsProps = { file: BookingFile };

/** The forms about a booking. For an erased booking, forms that would add personal data are left out. */
export function BookingActions({ file }: ActionsProps) {
  // A form is emptied when it was taken; the others keep what was typed.
  const contactKey = useKeyOf(useDone({ contact: "taken" }));
  const statusKey = useKeyOf(useDone({ status: "taken" }));
  const reply = useActionData<{ formId?: string }>()?.formId;
  return (
    <>
      {file.isErased ? null : (
        <Fold heading="Log a contact" className="no-print" isOpen={reply === "contact-form"}>
          <ContactForm key={contactKey} mayAgree={file.mayAgree} />
        </Fold>
      )}
      <Card className="no-print">
        <OwnerForm key={file.owner?.id} file={file} />
        <StatusForm key={statusKey} file={file} />
      </Card>
    </>
  );
}

export const FreshLink = ({ bookingId }: { bookingId: string }) => (
  <section id="link" aria-labelledby="link-heading" className="no-print">
    <PostForm
      action={`/admin/bookings/${bookingId}/link`}
      className="flex flex-wrap items-center gap-x-5 gap-y-2"
    >
      <h2 id="link-heading">Link to this booking</h2>
      <label className="option">
        <input type="checkbox" name="revoke" /> Stop links that were sent earlier
      </label>
      <Button look="quiet" isSmall>
        Send a fresh link
      </Button>
    </PostForm>
  </section>
);

type ChangeFieldsProps = {
  form: FormState<StatusChange>;
  isReasonOptional: boolean;
  /** Leaves out the note and the mail, because nobody is left to be told. */
  isErased: boolean;
};

export function ChangeFields({ form, isReasonOptional, isErased }: ChangeFieldsProps) {
  return (
    <>
      <TextArea
        field={fieldOf(form, "reason")}
        label="Reason"
        isOptional={isReasonOptional}
        hint="Stays in the history. Please write nothing about anyone's health."
        rows={2}
      />
      {isErased ? null : (
        <>
          <TextArea
            field={fieldOf(form, "note")}
            label="Note to the referrer"
            isOptional
            hint="Goes into the email. Please leave out the client's name and anything about their health."
            rows={3}
          />
          <Checkbox field={fieldOf(form, "notify")} label="Tell the referrer by email" />
        </>
      )}
    </>
  );
}

/** Buttons that answer a question with yes, by control name. */
const ANYWAY: Partial<Record<StatusRefused["problem"], { name: keyof StatusChange; words: string }>> = {
  "date-missing": { name: "dateAccepted", words: "Confirm without a date" },
  "date-past": { name: "dateAccepted", words: "Confirm with the past date" },
  "visit-to-come": { name: "endVisit", words: "Complete it and cancel the visit" },
  "early-start": { name: "startRequested", words: "Confirm: the referrer asked us to start" },
};

function StatusForm({ file: { status, version, booking, isErased } }: ActionsProps) {
  const form = useStepForm<StatusChange>({ id: "status-form", saved: { notify: "on" } });
  const problem = useActionData<{ problem?: StatusRefused["problem"] }>()?.problem;
  const anyway = problem && ANYWAY[problem];
  const hasDateToConfirm = status === "pending" && booking.preferredDate !== null && !isErased;
  return (
    <StepForm form={form}>
      <VersionField form={form} version={version} />
      {hasDateToConfirm ? (
        <p className="mb-4">
          <Button look="quiet" intent="confirm">
            Confirm this date
          </Button>
        </p>
      ) : null}
      <div className="flex flex-wrap items-end gap-x-3">
        <SelectField
          field={fieldOf(form, "status")}
          label="Change status to"
          emptyLabel="Choose a status"
          options={nextStatuses(status).map((next) => ({ value: next, label: statusLabel(next) }))}
        />
        <div className="when-chosen">
          <ChangeFields form={form} isReasonOptional={!isReopening(status)} isErased={isErased} />
        </div>
        <Button look="quiet">Update status</Button>
        {anyway ? (
          <Button look="quiet" name={anyway.name} value="on">
            {anyway.words}
          </Button>
        ) : null}
      </div>
    </StepForm>
  );
}

/** The button that agrees the visit says that somebody was spoken to. */
function ContactForm({ mayAgree }: { mayAgree: boolean }) {
  const form = useStepForm<ReturnType<typeof contactSchema>>({ id: "contact-form" });
  return (
    <StepForm form={form}>
      <input type="hidden" name="intent" value="contact" />
      <RadioGroup
        field={fieldOf(form, "outcome")}
        label="How it went"
        options={CONTACT_OUTCOME_KEYS.map((value) => ({ value, label: CONTACT_OUTCOMES[value] }))}
        isWide
      />
      <TextField
        field={fieldOf(form, "nextDay")}
        label="Next contact on"
        type="date"
        isOptional
        hint="The booking needs action again on this day. Empty after no answer: tomorrow."
      />
      <TextArea
        field={fieldOf(form, "note")}
        label="Contact note"
        isOptional
        hint="For colleagues. Please write nothing about anyone's health."
        rows={2}
      />
      <div className="actions">
        <Button look="quiet">Log contact</Button>
        {mayAgree ? (
          <Button look="quiet" name="next" value="visit">
            Spoke to them: agree the visit
          </Button>
        ) : null}
      </div>
    </StepForm>
  );
}

function OwnerForm({ file }: ActionsProps) {
  const { owner, staff, version } = file;
  const form = useStepForm<typeof OwnerSchema>({ id: "owner-form", saved: { owner: owner?.id ?? "" } });
  const isListed = owner === null || staff.some(({ id }) => id === owner.id);
  const options = isListed ? staff : [...staff, owner];
  return (
    <StepForm form={form} autoComplete="off">
      <input type="hidden" name="intent" value="owner" />
      <VersionField form={form} version={version} />
      <div className="flex flex-wrap items-end gap-x-3">
        <SelectField
          field={fieldOf(form, "owner")}
          label="Looked after by"
          emptyLabel="Nobody yet"
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button look="quiet">Save owner</Button>
      </div>
    </StepForm>
  );
}

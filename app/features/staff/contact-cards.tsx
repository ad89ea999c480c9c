import { SelectField, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CONTACT_OUTCOME_KEYS, CONTACT_OUTCOMES } from "#app/features/booking/contact-outcomes.ts";
import type { contactSchema, OwnerSchema } from "./contact-schema.ts";
import type { BookingFile } from "./read-booking-file.server.ts";

export function ContactForm({ reply }: { reply: unknown }) {
  const form = useStepForm<ReturnType<typeof contactSchema>>({ id: "contact-form", reply });
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
        hint="From this day on the booking needs action again. After a call without answer: tomorrow, if you leave it empty."
      />
      <TextArea
        field={fieldOf(form, "note")}
        label="Contact note"
        isOptional
        hint="For colleagues. Please write nothing about anyone's health."
        rows={2}
      />
      <Button look="quiet">Log contact</Button>
    </StepForm>
  );
}

export function OwnerForm({ file, reply }: { file: BookingFile; reply: unknown }) {
  const { owner, staff } = file;
  const form = useStepForm<typeof OwnerSchema>({
    id: "owner-form",
    saved: { owner: owner?.id ?? "" },
    reply,
  });
  const isListed = owner === null || staff.some(({ id }) => id === owner.id);
  const options = isListed ? staff : [...staff, owner];
  return (
    <StepForm form={form}>
      <input type="hidden" name="intent" value="owner" />
      <SelectField
        field={fieldOf(form, "owner")}
        label="Looked after by"
        emptyLabel="Nobody yet"
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button look="quiet">Save owner</Button>
    </StepForm>
  );
}

export function ContactLog({ contacts }: { contacts: BookingFile["contacts"] }) {
  if (contacts.length === 0) {
    return (
      <p className="card">
        <strong>Contacts with the referrer</strong>: none logged yet.
      </p>
    );
  }
  return (
    <Card heading="Contacts with the referrer">
      <ol className="stack">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <strong>{contact.outcome}</strong>
            {contact.nextDay ? `, next contact ${formatShortDate(contact.nextDay)}` : null}
            {contact.note ? <p className="whitespace-pre-line">{contact.note}</p> : null}
            <p className="note">
              <time dateTime={contact.at}>{formatInstant(contact.at)}</time>, {contact.who}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

import { optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { RecipientSchema } from "./report-schemas.ts";
import { RECIPIENT_ROLES } from "./report-words.ts";
import type { StaffReportPage } from "./staff-report-page.server.ts";

export function RecipientsCard({ page: { recipients, refusal } }: { page: StaffReportPage }) {
  const form = useStepForm<typeof RecipientSchema>({ id: "recipient-form", saved: { role: "solicitor" } });
  return (
    <Card heading="Recipients" className="stack">
      <ul className="stack">
        {recipients.map(({ id, role, name, email }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 break-words">
              {name}{" "}
              <span className="note">
                ({RECIPIENT_ROLES[role]}, {email})
              </span>
            </span>
            {id !== "referrer" && refusal === null ? (
              <PostForm>
                <input type="hidden" name="recipientId" value={id} />
                <Button
                  look="quiet"
                  isSmall
                  name="intent"
                  value="remove-recipient"
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </Button>
              </PostForm>
            ) : null}
          </li>
        ))}
      </ul>
      {refusal === null ? (
        <StepForm form={form} autoComplete="off" enterIntent="recipient">
          <SelectField
            field={fieldOf(form, "role")}
            label="Who it is"
            options={optionsOf(RECIPIENT_ROLES).filter(({ value }) => value !== "referrer")}
          />
          <TextField field={fieldOf(form, "name")} label="Name" />
          <TextField field={fieldOf(form, "email")} label="Email" type="email" />
          <div className="actions">
            <Button look="quiet" name="intent" value="recipient">
              Add recipient
            </Button>
          </div>
        </StepForm>
      ) : null}
    </Card>
  );
}

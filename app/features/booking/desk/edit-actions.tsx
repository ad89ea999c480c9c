import { Checkbox } from "#app/forms/choice-fields.tsx";
import type { Field } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

type EditActionsProps = { bookingId: string; version: number; notifyField: Field };

/** The end of each form that edits a booking: whether the referrer is told, Save and Cancel. */
export function EditActions({ bookingId, version, notifyField }: EditActionsProps) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      <Checkbox
        field={notifyField}
        label="Tell the referrer by e-mail"
        hint="Only of what their own pages show otherwise then."
      />
      <div className="actions">
        <Button>Save changes</Button>
        <ButtonLink look="quiet" to={`/admin/bookings/${bookingId}`}>
          Cancel
        </ButtonLink>
      </div>
    </>
  );
}

import { Checkbox } from "#app/forms/choice-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

export type EditNotice = { notify: "on" };

type EditActionsProps = { bookingId: string; version: number; form: FormState<EditNotice> };

/** The end of each edit form: whether to mail the referrer, Save and Cancel. */
export function EditActions({ bookingId, version, form }: EditActionsProps) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      <Checkbox
        field={fieldOf(form, "notify")}
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

import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";
import { nextStatuses } from "#app/features/booking/status.ts";
import { ContactForm, OwnerForm } from "./contact-cards.tsx";
import { StatusForm } from "./status-form.tsx";

export function BookingActions({ file, reply }: { file: BookingFile; reply: unknown }) {
  const path = `/admin/bookings/${file.booking.id}`;
  return (
    <div className="stack">
      <Card heading="Status">
        <StatusForm
          status={file.status}
          version={file.version}
          hasDate={file.booking.preferredDate !== null}
          reply={reply}
        />
      </Card>
      <Card heading="Log a contact">
        <ContactForm reply={reply} />
      </Card>
      <Card heading="Correct this booking">
        <div className="grid justify-items-start gap-3">
          <ButtonLink look="quiet" to={`${path}/edit`}>
            Edit booking
          </ButtonLink>
          <p className="note">Contact, location and date</p>
          <ButtonLink look="quiet" to={`${path}/edit/client`}>
            Edit client details
          </ButtonLink>
          <ButtonLink look="quiet" to={`${path}/edit/assessments`}>
            Edit assessments and payment
          </ButtonLink>
        </div>
      </Card>
      <Card heading="Owner">
        <OwnerForm file={file} reply={reply} />
      </Card>
      <Card heading="Link to this booking">
        <PostForm action={`${path}/link`} className="stack">
          <label className="option">
            <input type="checkbox" name="revoke" /> Stop links that were sent earlier
          </label>
          <Button look="quiet">Send a fresh link</Button>
        </PostForm>
      </Card>
      {nextStatuses(file.status).includes("cancelled") ? (
        <ButtonLink look="danger" to={`${path}/cancel`}>
          Cancel this booking
        </ButtonLink>
      ) : null}
    </div>
  );
}

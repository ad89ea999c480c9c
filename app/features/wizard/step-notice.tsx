import { Alert } from "#app/ui/alert.tsx";
import type { StepNotice } from "#app/features/booking/steps.ts";
import { SWITCHED_TEXT, switchedTitle } from "./switched.ts";

export function StepNoticeAlert({
  notice,
  isVirtual = false,
}: {
  notice: StepNotice | null;
  isVirtual?: boolean;
}) {
  if (notice === "expired") {
    return (
      <Alert tone="warning" heading="Your earlier answers had expired" className="mb-4">
        <p>
          We keep an unfinished booking for 48 hours. What you sent just now is saved; please fill in the rest
          again. Nothing has been booked yet.
        </p>
      </Alert>
    );
  }
  if (notice === "switched") {
    return (
      <Alert heading={switchedTitle(isVirtual)} className="mb-4">
        <p>{SWITCHED_TEXT}</p>
      </Alert>
    );
  }
  if (notice === "none-left") {
    return (
      <Alert tone="warning" heading="You removed the last assessment" className="mb-4">
        <p>Please select at least one assessment type. Everything else that you entered is saved.</p>
      </Alert>
    );
  }
  if (notice === "check") {
    return (
      <Alert tone="warning" heading="Please look at this step again" className="mb-4">
        <p>
          Something here is missing, or no longer possible, so nothing has been booked yet. Everything that
          you entered is saved.
        </p>
      </Alert>
    );
  }
  if (notice === "changed") {
    return (
      <Alert tone="warning" heading="Your booking has changed since this page was shown" className="mb-4">
        <p>
          You may have it open in another tab. Nothing has been booked yet: please check what stands here now,
          and confirm it.
        </p>
      </Alert>
    );
  }
  if (notice === "saved") {
    return (
      <Alert heading="Your answers are saved" className="mb-4" isLive>
        <p>Nothing is booked yet. When everything is right, press Confirm Booking at the end of the page.</p>
      </Alert>
    );
  }
  return null;
}

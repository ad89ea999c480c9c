import { Alert } from "#app/ui/alert.tsx";
import type { StepNotice } from "#app/features/booking/steps.ts";
import { SWITCHED_TEXT, switchedTitle } from "./switched.ts";

type Notice = { tone?: "warning"; heading: string; text: string; isLive?: boolean };

const NOTICES: Record<Exclude<StepNotice, "switched">, Notice> = {
  expired: {
    tone: "warning",
    heading: "Your earlier answers had expired",
    text: "We keep an unfinished booking for 48 hours. What you sent just now is saved; please fill in the rest again. Nothing has been booked yet.",
  },
  "none-left": {
    tone: "warning",
    heading: "You removed the last assessment",
    text: "Please select at least one assessment type. Everything else that you entered is saved.",
  },
  check: {
    tone: "warning",
    heading: "Please look at this step again",
    text: "Something here is missing, or no longer possible, so nothing has been booked yet. Everything that you entered is saved.",
  },
  changed: {
    tone: "warning",
    heading: "Your booking has changed since this page was shown",
    text: "You may have it open in another tab. Nothing has been booked yet: please check what stands here now, and confirm it.",
  },
  saved: {
    heading: "Your answers are saved",
    text: "Nothing is booked yet. When everything is right, press Confirm Booking at the end of the page.",
    isLive: true,
  },
};

export function StepNoticeAlert(props: { notice: StepNotice | null; isVirtual?: boolean }) {
  const { notice, isVirtual = false } = props;
  if (notice === null) return null;
  const { text, ...alert } =
    notice === "switched" ? { heading: switchedTitle(isVirtual), text: SWITCHED_TEXT } : NOTICES[notice];
  return (
    <Alert {...alert} className="mb-4">
      <p>{text}</p>
    </Alert>
  );
}

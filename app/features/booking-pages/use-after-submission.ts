import { useEffect } from "react";
import { useNavigation } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import { trackComplete } from "#app/features/booking/analytics.ts";

const REDIRECT_DELAY_MS = 2_000;

const doneKey = (bookingId: string) => `submitted:${bookingId}`;

/** Coming back to the page does nothing again. Without storage nothing is remembered. */
function wasDone(bookingId: string): boolean {
  try {
    return sessionStorage.getItem(doneKey(bookingId)) !== null;
  } catch {
    return false;
  }
}

function rememberDone(bookingId: string): void {
  try {
    sessionStorage.setItem(doneKey(bookingId), "1");
  } catch {
    // The page has plain links.
  }
}

/** After a booking: a toast, and the invoice 2 seconds later, or else the thank-you page in a new tab. */
export function useAfterSubmission(booking: {
  id: string;
  reference: string;
  thankYouUrl: string;
  invoiceUrl: string | null;
}): void {
  const { id, reference, thankYouUrl, invoiceUrl } = booking;
  const isLeaving = useNavigation().state !== "idle";
  useEffect(() => {
    if (isLeaving || wasDone(id)) return;
    trackComplete();
    if (invoiceUrl) {
      showToast({ title: "Booking submitted", description: "We are taking you to the payment page." });
    }
    const goOn = () => {
      rememberDone(id);
      if (invoiceUrl) return window.location.assign(invoiceUrl);
      showToast({ title: "Booking submitted", description: `Your booking reference is ${reference}.` });
      window.open(thankYouUrl, "_blank");
    };
    const timer = setTimeout(goOn, invoiceUrl ? REDIRECT_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [id, reference, thankYouUrl, invoiceUrl, isLeaving]);
}

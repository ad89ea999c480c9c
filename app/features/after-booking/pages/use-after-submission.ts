import { useEffect } from "react";
import { useNavigation } from "react-router";
import { inTab } from "#app/ui/tab-storage.ts";
import { showToast } from "#app/ui/toast.ts";
import { trackComplete } from "#app/features/booking/fields/analytics.ts";

const REDIRECT_DELAY_MS = 2_000;

const doneKey = (bookingId: string) => `submitted:${bookingId}`;

/** Once after a booking: a toast, and the invoice 2 seconds later, or else the thank-you page in a new tab. */
export function useAfterSubmission(booking: {
  id: string;
  reference: string;
  thankYouUrl: string;
  invoiceUrl: string | null;
}): void {
  const { id, reference, thankYouUrl, invoiceUrl } = booking;
  const isLeaving = useNavigation().state !== "idle";
  useEffect(() => {
    if (isLeaving || inTab((tab) => tab.getItem(doneKey(id)))) return;
    trackComplete();
    if (invoiceUrl) {
      showToast({ title: "Booking submitted", description: "We are taking you to the payment page." });
    }
    const goOn = () => {
      inTab((tab) => tab.setItem(doneKey(id), "1"));
      if (invoiceUrl) return window.location.assign(invoiceUrl);
      showToast({ title: "Booking submitted", description: `Your booking reference is ${reference}.` });
      window.open(thankYouUrl, "_blank");
    };
    const timer = setTimeout(goOn, invoiceUrl ? REDIRECT_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [id, reference, thankYouUrl, invoiceUrl, isLeaving]);
}

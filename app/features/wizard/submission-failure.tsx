import { useEffect } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { showToast } from "#app/ui/toast.ts";

const FAILURE = {
  title: "Oops! Something went wrong 🤕",
  description:
    "We couldn't process your booking right now. Please try again or give us a call - we're here to help!",
} as const;

export function SubmissionFailure({ reply }: { reply: unknown }) {
  useEffect(() => showToast({ ...FAILURE, variant: "destructive" }), [reply]);
  return (
    <Alert tone="bad" heading={FAILURE.title} className="mb-4" isLive>
      <p>{FAILURE.description}</p>
      <p>Everything that you entered is still here.</p>
    </Alert>
  );
}

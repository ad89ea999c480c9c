import { useEffect, useRef } from "react";
import { Alert } from "#app/ui/alert.tsx";

/**
 * What the first POST reports of where the visitor came from, and which draft it makes: nothing is kept before it (DESIGN
 * section 6).
 */
export function LandingFields({ referrer, newDraftId }: { referrer: string; newDraftId: string }) {
  const timeZone = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (timeZone.current) timeZone.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return (
    <>
      <input type="hidden" name="newDraft" value={newDraftId} />
      <input type="hidden" name="landingReferrer" value={referrer} />
      <input type="hidden" name="timeZone" ref={timeZone} />
    </>
  );
}

/** What a booking link has chosen already. */
export function Preselected({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert className="mb-6" heading="Already chosen for you">
      <ul className="list-disc pl-5">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>You can change this in step 2.</p>
    </Alert>
  );
}

import { Alert } from "#app/ui/alert.tsx";
import { classes } from "#app/ui/classes.ts";

/** Tells the assessor that the place of the visit is in doubt. */
export function PlaceDoubts({ doubts, className }: { doubts: readonly string[]; className?: string }) {
  if (doubts.length === 0) return null;
  return (
    <Alert tone="warning" className={classes("mt-3", className)}>
      <p>Check the address before anybody goes. The office has this on its list.</p>
      <ul className="list-disc pl-5">
        {doubts.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Alert>
  );
}

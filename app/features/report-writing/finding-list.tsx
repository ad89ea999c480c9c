import { Link } from "react-router";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { CheckPageData, LookSchema } from "./check-page.server.ts";
import { fieldPath, lookFormId } from "./write-path.ts";

type ListedFinding = CheckPageData["findings"][number];

/** Findings of the check, each with a link to the field that it is about; those to look at with the author's answer, or
 * with a field for it. */
export function FindingList({ visitId, findings }: { visitId: string; findings: readonly ListedFinding[] }) {
  return (
    <ul className="list-disc pl-5">
      {findings.map((finding) => (
        <li key={`${finding.id} ${finding.message}`} className="mt-2">
          {/* A whole page load: the browser goes to the field. */}
          <Link reloadDocument to={fieldPath(visitId, finding.part, finding.field)}>
            {finding.message}
          </Link>
          {finding.level === "look" ? <LookForm finding={finding} /> : null}
        </li>
      ))}
    </ul>
  );
}

function LookForm({ finding: { id, message, looked } }: { finding: ListedFinding }) {
  const form = useStepForm<typeof LookSchema>({ id: lookFormId(id) });
  const isOpen = looked === null;
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null} className="mt-1">
      <input type="hidden" name="finding" value={id} />
      {isOpen ? (
        <TextArea field={fieldOf(form, "looked")} label="I looked (optional)" rows={2} dir="auto" />
      ) : (
        <LookedAt words={looked} />
      )}
      <Button look="quiet" isSmall intent={isOpen ? "settle" : "unsettle"}>
        {isOpen ? "As it should be" : "Look at it again"}
        <span className="sr-only">: {message}</span>
      </Button>
    </StepForm>
  );
}

/** `I looked: …` */
export function LookedAt({ words }: { words: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line" dir="auto">
      I looked: {words || "it is as it should be."}
    </p>
  );
}

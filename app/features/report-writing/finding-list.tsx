import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button } from "#app/ui/button.tsx";
import type { CheckPageData } from "./check-page.server.ts";
import { writePath } from "./write-path.ts";

type ListedFinding = CheckPageData["findings"][number];

/** Findings of the check, each with a link to the field that it is about; those to look at with a button that answers
 * them. */
export function FindingList({ visitId, findings }: { visitId: string; findings: readonly ListedFinding[] }) {
  return (
    <ul className="list-disc pl-5">
      {findings.map(({ id, level, message, part, field, isSettled }) => (
        <li key={`${id} ${message}`} className="mt-2">
          {/* A whole page load: the browser goes to the field. */}
          <Link reloadDocument to={`${writePath(visitId, part)}#${part}-${field}`}>
            {message}
          </Link>
          {level === "look" ? (
            <PostForm className="mt-1">
              <input type="hidden" name="finding" value={id} />
              <Button look="quiet" isSmall name="intent" value={isSettled ? "unsettle" : "settle"}>
                {isSettled ? "Look at it again" : "As it should be"}
                <span className="sr-only">: {message}</span>
              </Button>
            </PostForm>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

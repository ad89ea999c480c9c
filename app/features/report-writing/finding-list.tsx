import { Link } from "react-router";
import type { Finding } from "./check-report.ts";
import { writePath } from "./write-path.ts";

/** Findings of the check, each with a link to the field that it is about. */
export function FindingList({ visitId, findings }: { visitId: string; findings: readonly Finding[] }) {
  return (
    <ul className="list-disc pl-5">
      {findings.map(({ code, message, part, field }) => (
        <li key={`${code} ${part} ${field} ${message}`}>
          {/* A whole page load: the browser goes to the field. */}
          <Link reloadDocument to={`${writePath(visitId, part)}#${part}-${field}`}>
            {message}
          </Link>
        </li>
      ))}
    </ul>
  );
}

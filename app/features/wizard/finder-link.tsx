import { Link } from "react-router";

/** The way to "Which assessment do I need?" from a step; the draft goes along, for the way back. */
export function FinderLink({ draftId }: { draftId: string | null }) {
  const query = draftId ? `?${new URLSearchParams({ draft: draftId })}` : "";
  return <Link to={`/which-assessment${query}`}>Not sure which assessment?</Link>;
}

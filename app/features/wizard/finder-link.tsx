import { Link } from "react-router";

export function FinderLink({ draftId }: { draftId: string | null }) {
  const query = draftId ? `?${new URLSearchParams({ draft: draftId })}` : "";
  return <Link to={`/which-assessment${query}`}>Not sure which assessment?</Link>;
}

import { Alert } from "#app/ui/alert.tsx";

const NOTICES = new Map([
  ["expired", "Your sign-in took too long or was used up. Please sign in again."],
  [
    "cookies",
    "Your browser sent us no cookie, so you are not signed in. If you have just signed in, please allow cookies for this website and sign in again, or give us a call.",
  ],
  ["reset", "Your password was changed. Please sign in with the new one."],
]);

export function LoginNotice({ reason }: { reason: string | null }) {
  const notice = NOTICES.get(reason ?? "");
  return notice ? (
    <Alert tone={reason === "reset" ? "good" : "info"} className="mb-5">
      <p>{notice}</p>
    </Alert>
  ) : null;
}

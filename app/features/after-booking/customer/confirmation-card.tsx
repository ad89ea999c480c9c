import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button } from "#app/ui/button.tsx";

type ConfirmationState = "confirmed" | "live" | "sent" | "limited" | "dead" | "taken";

export function confirmationState(
  isConfirmed: boolean,
  isLive: boolean,
  query: URLSearchParams,
): ConfirmationState {
  if (isConfirmed) return "confirmed";
  if (isLive) return "live";
  if (query.has("sent")) return "sent";
  return query.has("limited") ? "limited" : "dead";
}

export function ResendConfirmation() {
  return (
    <PostForm action="/customer/verify-email">
      <button className="link-button" name="intent" value="resend">
        Send the email again
      </button>
    </PostForm>
  );
}

export function ConfirmationCard({ email, state }: { email: string; state: ConfirmationState }) {
  switch (state) {
    case "live":
      return (
        <PostForm className="stack">
          <p>
            Please confirm that <strong>{email}</strong> is your address. Your other bookings with this
            address will then appear in your account.
          </p>
          <Button>Confirm Email Address</Button>
        </PostForm>
      );
    case "confirmed":
      return <p>{email} is confirmed. Your bookings with this address appear in your account.</p>;
    case "sent":
      return <p>We have sent a new email to {email}. Its link works for a week.</p>;
    case "limited":
      return <p>We have sent several emails within the last hour. Please try again later.</p>;
    case "taken":
      return (
        <p>
          {email} has another account with us by now. Please log out and{" "}
          <Link to="/customer/login">sign in with that one</Link>: this booking is in it too.
        </p>
      );
    case "dead":
      return (
        <>
          <p>This link has been used already, is too old, or belongs to another account.</p>
          <ResendConfirmation />
        </>
      );
  }
}

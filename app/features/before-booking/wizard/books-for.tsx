import { Link } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import type { BookingFor } from "./booking-for.server.ts";

/** In whose name a member books, and what else they may choose. */
export function BooksFor({ booksFor }: { booksFor: BookingFor }) {
  const { id, name, others, isLost } = booksFor;
  if (isLost)
    return (
      <Alert tone="warning" className="mb-6" heading="You would book for yourself">
        <p>
          This booking was begun in the name of an organisation. To book for it, sign in as its member, and
          come back to this page.
        </p>
      </Alert>
    );
  return (
    <Alert className="mb-6" heading={`Booking for ${name ?? "yourself"}`}>
      {id ? <input type="hidden" name="organisation" value={id} /> : null}
      <p className="flex flex-wrap gap-x-5">
        {others.map((choice) => (
          <Link key={choice.id} to={`/booking?of=${choice.id}`} reloadDocument>
            {`Book for ${choice.name}`}
          </Link>
        ))}
      </p>
    </Alert>
  );
}

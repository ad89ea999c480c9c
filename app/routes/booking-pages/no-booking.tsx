import { data } from "react-router";

/** An address that names no booking: the Invalid Request page. */
export function loader() {
  throw data({ page: "invalid-request" }, { status: 404 });
}

export default function NoBooking() {
  return null;
}

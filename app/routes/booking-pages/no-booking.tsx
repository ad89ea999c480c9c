import { data } from "react-router";

export function loader() {
  throw data({ page: "invalid-request" }, { status: 404 });
}

export default function NoBooking() {
  return null;
}

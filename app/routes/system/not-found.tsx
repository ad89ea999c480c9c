import { data } from "react-router";

/** Any path that is not in routes.ts, whatever the method. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export function action(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

import type { ReactNode } from "react";
import { SiteFrame, type Entry, type Site } from "./ui/site-frame.tsx";

const SIGN_IN: Entry[] = [
  { label: "Your bookings", to: "/customer/login" },
  { label: "Login", to: "/admin/login" },
];

function statusOf({ isOperational, phone, status }: Site): NonNullable<Site["status"]> {
  if (isOperational) {
    return status ?? { text: "System operational: online booking is working normally.", isProblem: false };
  }
  const text = `Online booking is having difficulties. Please try again in a few minutes or call ${phone}.`;
  return { text, isProblem: true };
}

/** The frame of the public pages, their error page included. `entries` is where a signed-in person goes back to. */
export function PublicFrame(props: { site: Site; entries?: Entry[] | undefined; children: ReactNode }) {
  const { site, entries = SIGN_IN, children } = props;
  return (
    <SiteFrame site={site} entries={entries} status={statusOf(site)}>
      {children}
    </SiteFrame>
  );
}

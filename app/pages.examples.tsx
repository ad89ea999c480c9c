import type { ComponentProps } from "react";
import { ErrorPage } from "./error-boundary.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { AreaFrame } from "./ui/area-frame.tsx";
import { DeskFrame } from "./ui/desk-frame.tsx";
import { LONG_TEXT, statesOf, type Examples } from "./ui/example.ts";
import { Brand, DemoBanner, SiteFooter, SkipLink, type Site } from "./ui/frame-parts.tsx";
import { PageTitle } from "./ui/page-title.tsx";

const SITE: Site = {
  name: "Capacity Assessments",
  phone: "020 7946 0000",
  email: "hello@example.org",
  privacyUrl: "/privacy",
  termsUrl: "/terms",
  isOperational: true,
};

function Failure(props: Omit<ComponentProps<typeof ErrorPage>, "site">) {
  return (
    <PublicFrame site={SITE}>
      <ErrorPage site={SITE} {...props} />
    </PublicFrame>
  );
}

const items = ["Dashboard", "Users", "Send Booking Link", "Outbox", "Settings"].map((label) => ({
  label,
  to: label === "Dashboard" ? "/gallery" : `/admin/${label.toLowerCase()}`,
}));

const CONTENT = (
  <>
    <PageTitle title="A page" />
    <h1>A page</h1>
  </>
);

export default {
  title: "Pages",
  examples: [
    {
      name: "PublicFrame",
      of: [PublicFrame, Brand, DemoBanner, SkipLink, SiteFooter, PageTitle],
      place: "page",
      states: statesOf(PublicFrame, { site: SITE, children: CONTENT })({
        Normal: {},
        Demonstration: {
          site: {
            ...SITE,
            demo: { mailsHref: "http://127.0.0.1:3100", invoicesHref: "http://127.0.0.1:3200" },
          },
        },
        "Nothing can be stored": { site: { ...SITE, isOperational: false } },
        "Long text": {
          site: { ...SITE, name: LONG_TEXT, details: [LONG_TEXT, "Company number 01234567"] },
          children: <h1>{LONG_TEXT}</h1>,
        },
      }),
    },
    {
      name: "AreaFrame",
      of: [AreaFrame],
      place: "page",
      states: statesOf(AreaFrame, { site: SITE, home: "/gallery", children: CONTENT })({
        "Signed in": { items },
      }),
    },
    {
      name: "DeskFrame",
      of: [DeskFrame],
      place: "page",
      states: statesOf(DeskFrame, { site: SITE, home: "/gallery", children: CONTENT })({
        "Signed in": {
          groups: [{ title: "Work", places: [{ label: "Dashboard", to: "/gallery", icon: "home" }] }],
          who: { name: "Kate", role: "Coordinator" },
          own: [{ label: "Security", to: "/admin/security", icon: "shield" }],
        },
      }),
    },
    {
      name: "ErrorPage",
      of: [ErrorPage],
      place: "page",
      states: statesOf(Failure)({
        "Not found": { status: 404 },
        "A known page, with help": { status: 404, details: { page: "booking-not-found" } },
        "Too many requests": { status: 429 },
        "A form that was not saved": {
          status: 503,
          details: {
            heading: "That could not be saved",
            message: "What you typed is still here.",
            resend: { advice: "Please wait a moment and try again.", fields: [["firstName", "Ann"]] },
          },
        },
        "A fault of ours": {
          status: 500,
          requestId: "0199-4c2a",
          loadFailure: "The booking could not be shown.",
        },
      }),
    },
  ],
} satisfies Examples;

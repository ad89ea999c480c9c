import { ErrorPage } from "./error-boundary.tsx";
import { PublicFrame } from "./public-frame.tsx";
import { AreaFrame } from "./ui/area-frame.tsx";
import { LONG_TEXT, type Examples } from "./ui/example.ts";
import { Brand, SiteFooter, SkipLink, type Site } from "./ui/frame-parts.tsx";
import { PageTitle } from "./ui/page-title.tsx";

const SITE: Site = {
  name: "Capacity Assessments",
  phone: "020 7946 0000",
  email: "hello@example.org",
  privacyUrl: "/privacy",
  termsUrl: "/terms",
  isOperational: true,
};

function Failure(props: Partial<Parameters<typeof ErrorPage>[0]> & { status: number }) {
  return (
    <PublicFrame site={SITE}>
      <ErrorPage site={SITE} {...props} />
    </PublicFrame>
  );
}

const items = ["Dashboard", "Users", "Send Booking Link", "Outbox", "Settings"].map((label) => ({
  label,
  to: label === "Dashboard" ? "/gallery" : `/admin/${label.toLowerCase()}`,
  count: label === "Outbox" ? 3 : 0,
}));

export default {
  title: "Pages",
  examples: [
    {
      name: "PublicFrame",
      of: [PublicFrame, Brand, SkipLink, SiteFooter, PageTitle],
      place: "page",
      states: {
        Normal: (
          <PublicFrame site={SITE}>
            <PageTitle title="A page" />
            <h1>A page</h1>
          </PublicFrame>
        ),
        "Nothing can be stored": (
          <PublicFrame site={{ ...SITE, isOperational: false }}>
            <h1>A page</h1>
          </PublicFrame>
        ),
        "Long text": (
          <PublicFrame site={{ ...SITE, name: LONG_TEXT, details: [LONG_TEXT, "Company number 01234567"] }}>
            <h1>{LONG_TEXT}</h1>
          </PublicFrame>
        ),
      },
    },
    {
      name: "AreaFrame",
      of: [AreaFrame],
      place: "page",
      states: {
        "Signed in": (
          <AreaFrame site={SITE} home="/gallery" items={items} logoutAction="/admin/logout">
            <h1>A page</h1>
          </AreaFrame>
        ),
        "Nobody signed in": (
          <AreaFrame site={SITE} home="/gallery" items={[]} logoutAction={null}>
            <h1>A page</h1>
          </AreaFrame>
        ),
      },
    },
    {
      name: "ErrorPage",
      of: [ErrorPage],
      place: "page",
      states: {
        "Not found": <Failure status={404} />,
        "A known page, with help": <Failure status={404} details={{ page: "booking-not-found" }} />,
        "Too many requests": <Failure status={429} />,
        "A form that was not saved": (
          <Failure
            status={503}
            details={{
              heading: "That could not be saved",
              message: "What you typed is still here.",
              resend: { advice: "Please wait a moment and try again.", fields: [["firstName", "Ann"]] },
            }}
          />
        ),
        "A fault of ours": (
          <Failure status={500} requestId="0199-4c2a" loadFailure="The booking could not be shown." />
        ),
      },
    },
  ],
} satisfies Examples;

import { promiseText, travelFeeText } from "#app/features/catalogue/catalogue.ts";
import { useEffect } from "react";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Button } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import paperStyles from "./paper-form.css?url";
import type { Site } from "#app/ui/frame-parts.tsx";
import { PaperSections } from "./paper-sections.tsx";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";

function usePrintWhenOpened(): void {
  useEffect(() => {
    if (window.opener) window.print();
  }, []);
}

/** At most three pages of A4. */
export function PaperForm({ site }: { site: Site }) {
  usePrintWhenOpened();
  return (
    <>
      <PageTitle title="Booking form" />
      <link rel="stylesheet" href={paperStyles} precedence="default" />
      <div className="paper-bar no-print">
        <PrintButton>Print / Save as PDF</PrintButton>
        <form method="get" action="/booking">
          <Button
            look="quiet"
            onClick={(event) => {
              if (!window.opener) return;
              event.preventDefault();
              window.close();
            }}
          >
            Close
          </Button>
        </form>
      </div>
      <article className="paper">
        <h1>Booking form: mental capacity assessment</h1>
        <p>
          {site.name}. Please write clearly, in block capitals. Send the form to {site.email}, or call{" "}
          {site.phone} and we fill it in with you. We will be in touch within {promiseText()} of receiving it.
        </p>
        {site.details ? <p>{site.details.join(" · ")}</p> : null}
        <PaperSections />
        <WhoAssesses />
        <p>Travel fees may apply outside our standard coverage area.{travelFeeText()}</p>
      </article>
    </>
  );
}

import { Page } from "#app/ui/page.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";

export default function AccessibilityStatement() {
  const site = useSite();
  return (
    <Page className="prose" title="Accessibility">
      <p>Everybody should be able to book. You should be able to:</p>
      <ul>
        <li>use every page with a keyboard, a screen reader or by voice</li>
        <li>enlarge pages to 400 % without losing anything</li>
        <li>use every page with JavaScript switched off, and on a slow line</li>
        <li>read error messages beside the field that they are about, and at the top of the page</li>
      </ul>
      <p>
        We aim for the Web Content Accessibility Guidelines 2.2, level AA. Every page is checked by a program
        with each change of this software; that finds many faults, not all.
      </p>
      <h2>If something is in your way</h2>
      <p>
        Call <PhoneLink number={site.phone} /> or write to <a href={`mailto:${site.email}`}>{site.email}</a>.
        You can also book on the phone, by email, or with the <a href="/booking?print=true">paper form</a>.
      </p>
    </Page>
  );
}

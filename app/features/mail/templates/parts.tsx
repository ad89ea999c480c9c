import { createContext, useContext, type ReactNode } from "react";
import type { MailSite } from "#app/features/mail/mail-input.server.ts";

/** Styles are inline because mail programs drop style sheets; the sheet only changes colours in dark mode. */

const INK = "#1c2b2d";
const SOFT = "#51626a";
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const MONOSPACE = "ui-monospace, Consolas, Menlo, monospace";
const DISPLAY = "ui-serif, 'Iowan Old Style', 'Palatino Linotype', Georgia, serif";

const dark = (accent: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #17201f !important; }
  .card { background: #1f2a29 !important; border-color: ${accent} !important; }
  .ink { color: #eef3f1 !important; }
  .soft { color: #b7c5c1 !important; }
  .link { color: ${accent} !important; }
  .button { background: ${accent} !important; color: #0e1718 !important; }
  .box { background: #2a3736 !important; }
  .line { border-color: #44524f !important; }
}`;

const TEXT = { margin: "0 0 16px", color: INK };
const SMALL = { margin: "8px 0 0", color: SOFT, fontSize: 14 };

const boxed = (tint: string) => ({
  margin: "0 0 16px",
  padding: "14px 18px",
  background: tint,
  borderRadius: 8,
});

const Colours = createContext({ accent: "#0b5d5a", tint: "#e6f1ef" });

/** `preview` is what an inbox shows beside the subject. */
export function Layout(props: { site: MailSite; subject: string; preview: string; children: ReactNode }) {
  const { site } = props;
  return (
    <Colours value={site}>
      <html lang="en-GB">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>{props.subject}</title>
          <style dangerouslySetInnerHTML={{ __html: dark(site.accentOnDark) }} />
        </head>
        <body className="page" style={{ margin: 0, padding: "24px 12px", background: "#faf8f4" }}>
          <div className="preview" style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>
            {props.preview}
          </div>
          <div
            className="card"
            style={{
              maxWidth: 560,
              margin: "0 auto",
              padding: "32px 28px",
              background: "#ffffff",
              borderTop: `4px solid ${site.accent}`,
              borderRadius: "4px 4px 12px 12px",
              fontFamily: FONT,
              fontSize: 17,
              lineHeight: 1.55,
            }}
          >
            <p className="soft" style={{ margin: "0 0 24px", color: SOFT, fontSize: 15, fontWeight: 600 }}>
              {site.name}
            </p>
            {props.children}
            <Foot site={site} />
          </div>
        </body>
      </html>
    </Colours>
  );
}

function Foot({ site }: { site: MailSite }) {
  return (
    <>
      <hr className="line" style={{ margin: "32px 0 16px", border: 0, borderTop: "1px solid #dcd7cd" }} />
      <p className="soft" style={{ ...SMALL, margin: 0 }}>
        Questions? Call us on {site.phone} or write to{" "}
        <a className="link" href={`mailto:${site.email}`} style={{ color: site.accent }}>
          {site.email}
        </a>
        .
      </p>
      {site.footer ? (
        <p className="soft" style={SMALL}>
          {site.footer.split("\n").flatMap((row, index) => (index === 0 ? [row] : [<br key={index} />, row]))}
        </p>
      ) : null}
      {site.details.length > 0 ? (
        <p className="soft" style={SMALL}>
          {site.details.join(" · ")}
        </p>
      ) : null}
    </>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={TEXT}>
      {children}
    </p>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1
      className="ink"
      style={{ ...TEXT, fontFamily: DISPLAY, fontSize: 26, lineHeight: 1.25, fontWeight: 600 }}
    >
      {children}
    </h1>
  );
}

/** The mail's one button. In the text version the address follows the words. */
export function Action({ href, children }: { href: string; children: string }) {
  const { accent } = useContext(Colours);
  return (
    <p style={{ margin: "24px 0" }}>
      <a
        className="button"
        href={href}
        style={{
          display: "inline-block",
          padding: "14px 26px",
          background: accent,
          borderRadius: 8,
          color: "#ffffff",
          fontWeight: 600,
          textAlign: "center",
          textDecoration: "none",
        }}
      >
        {children}
      </a>
    </p>
  );
}

export function TextLink({ href, children }: { href: string; children: string }) {
  const { accent } = useContext(Colours);
  return (
    <a className="link" href={href} style={{ color: accent }}>
      {children}
    </a>
  );
}

export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  const { tint } = useContext(Colours);
  return (
    <div className="box" style={boxed(tint)}>
      {facts.map(([name, value]) => (
        <p key={name} className="fact ink" style={{ margin: "4px 0", color: INK }}>
          <span
            className="soft"
            style={{ display: "inline-block", minWidth: 168, color: SOFT, fontSize: 15 }}
          >
            {name}:
          </span>{" "}
          <strong style={{ display: "inline-block", fontSize: 18 }}>{value}</strong>
        </p>
      ))}
    </div>
  );
}

export function BulletList({ items }: { items: string[] }) {
  return (
    <ul className="ink" style={{ ...TEXT, paddingLeft: 22 }}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Unbroken, so that a double click selects all of it. */
export function Code({ children }: { children: string }) {
  const { tint } = useContext(Colours);
  return (
    <p
      className="box ink"
      style={{ ...boxed(tint), color: INK, fontFamily: MONOSPACE, fontSize: 26, letterSpacing: 3 }}
    >
      {children}
    </p>
  );
}

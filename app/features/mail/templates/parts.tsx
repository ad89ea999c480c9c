import { createContext, useContext, type ComponentProps, type CSSProperties, type ReactNode } from "react";
import type { MailSite } from "#app/features/mail/mail-input.server.ts";

/** Styles are inline because mail programs drop style sheets; the sheet changes colours in dark mode and lays facts out
 * on phones. Outlook for Windows keeps widths, padding and borders on tables and their cells alone, passes fonts on to
 * no table, and takes the first font alone. */

const INK = "#1c2b2d";
const SOFT = "#51626a";
const FONT = "'Segoe UI', system-ui, -apple-system, Roboto, Arial, sans-serif";
const MONOSPACE = "Consolas, ui-monospace, Menlo, monospace";

const sheet = (accent: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .fact-name, .fact-value { display: block !important; width: auto !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: #17201f !important; }
  .card { background-color: #1f2a29 !important; border-color: ${accent} !important; }
  .ink { color: #eef3f1 !important; }
  .soft { color: #b7c5c1 !important; }
  .link { color: ${accent} !important; }
  .quiet-button { border-color: ${accent} !important; }
  .button { background-color: ${accent} !important; }
  .button-words { color: #0e1718 !important; }
  .box { background-color: #2a3736 !important; }
  .line { border-color: #44524f !important; }
}`;

const PAPER = "#faf8f4";
const WIDTH = 560;
const LETTERS = { fontFamily: FONT, fontSize: 17, lineHeight: 1.55 };
const TEXT = { margin: "0 0 16px", color: INK };
const SMALL = { margin: "8px 0 0", color: SOFT, fontSize: 14 };

/** A table that only lays out; in its cells mail programs draw colours and padding. */
const Table = (props: ComponentProps<"table">) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} {...props}>
    <tbody>{props.children}</tbody>
  </table>
);

/** One cell by itself: the only box whose colour and padding every mail program draws. */
const Cell = ({ style, ...props }: ComponentProps<"td">) => (
  <Table style={{ margin: "0 0 16px" }}>
    <tr>
      <td {...props} style={{ ...LETTERS, ...style }} />
    </tr>
  </Table>
);

const boxed = (tint: string) => ({ padding: "14px 18px", backgroundColor: tint, borderRadius: 8 });

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
          <style dangerouslySetInnerHTML={{ __html: sheet(site.accentOnDark) }} />
        </head>
        <body className="page" style={{ margin: 0, backgroundColor: PAPER }}>
          <div className="preview" style={{ display: "none" }}>
            {props.preview}
          </div>
          <Table className="page" width="100%" style={{ backgroundColor: PAPER, tableLayout: "fixed" }}>
            <tr>
              <td align="center" style={{ padding: "24px 12px" }}>
                <Card site={site}>{props.children}</Card>
              </td>
            </tr>
          </Table>
        </body>
      </html>
    </Colours>
  );
}

function Card({ site, children }: { site: MailSite; children: ReactNode }) {
  return (
    <Table width={WIDTH} align="center" style={{ maxWidth: "100%" }}>
      <tr>
        <td
          className="card"
          align="left"
          style={{
            ...LETTERS,
            padding: "32px 28px",
            backgroundColor: "#ffffff",
            borderTop: `4px solid ${site.accent}`,
            borderRadius: "4px 4px 12px 12px",
          }}
        >
          <p className="soft" style={{ margin: "0 0 24px", color: SOFT, fontSize: 15, fontWeight: 600 }}>
            {site.name}
          </p>
          {children}
          <Foot site={site} />
        </td>
      </tr>
    </Table>
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
      style={{ ...TEXT, fontFamily: FONT, fontSize: 26, lineHeight: 1.25, fontWeight: 600 }}
    >
      {children}
    </h1>
  );
}

type LinkProps = { href: string; children: string };

/** In Outlook for Windows the cell has the padding, elsewhere the link, which can then be pressed anywhere. */
const Button = (
  props: LinkProps & { className: string; wordsName: string; box: CSSProperties; color: string },
) => (
  <Cell
    className={props.className}
    style={{
      ...({ msoPaddingAlt: PADDING } as CSSProperties),
      ...props.box,
      borderRadius: 8,
      textAlign: "center",
    }}
  >
    <a
      className={props.wordsName}
      href={props.href}
      style={{
        display: "inline-block",
        padding: PADDING,
        color: props.color,
        fontWeight: 600,
        textDecoration: "none",
      }}
    >
      {props.children}
    </a>
  </Cell>
);

const PADDING = "14px 26px";

/** The mail's one filled button. In the text version the address follows the words. */
export function Action(props: LinkProps) {
  const box = { backgroundColor: useContext(Colours).accent };
  return <Button {...props} className="button" wordsName="button-words" box={box} color="#ffffff" />;
}

/** A second thing to do: a button with an outline. */
export function QuietAction(props: LinkProps) {
  const { accent } = useContext(Colours);
  const box = { border: `2px solid ${accent}` };
  return <Button {...props} className="quiet-button" wordsName="link" box={box} color={accent} />;
}

export function TextLink({ href, children }: LinkProps) {
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
    <Cell className="box" style={boxed(tint)}>
      <Table>
        {facts.map(([name, value]) => (
          <tr key={name} className="fact">
            <td
              className="fact-name soft"
              width={168}
              style={{ ...LETTERS, padding: "4px 12px 0 0", color: SOFT, fontSize: 15 }}
            >
              {name}:{" "}
            </td>
            <td className="fact-value ink" style={{ ...LETTERS, color: INK, fontSize: 18, fontWeight: 600 }}>
              {value}
            </td>
          </tr>
        ))}
      </Table>
    </Cell>
  );
}

export function BulletList({ items }: { items: string[] }) {
  return (
    <ul className="ink" style={{ ...TEXT, margin: "0 0 16px 22px", padding: 0 }}>
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
    <Cell
      className="box ink"
      style={{ ...boxed(tint), color: INK, fontFamily: MONOSPACE, fontSize: 26, letterSpacing: 3 }}
    >
      {children}
    </Cell>
  );
}

import type { ReactNode } from "react";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { HistoryRow } from "./history.server.ts";
import { ConflictNotice, LockedNotice, SettingsHistory, type SettingsReply } from "./settings-parts.tsx";

type SettingsFrameProps = {
  title: string;
  lead: string;
  isLocked: boolean;
  history: HistoryRow[];
  reply: SettingsReply | undefined;
  /** What else than saving the page says that it did, by the address's `done`. */
  done?: Record<string, string>;
  children: ReactNode;
};

export function SettingsFrame(props: SettingsFrameProps) {
  const { title, lead, isLocked, history, reply, done, children } = props;
  const said = useDone({ saved: "Saved. It holds from now on.", ...done });
  return (
    <Page
      title={title}
      isRefused={Boolean(reply?.summary)}
      back={{ label: "Settings", to: "/admin/settings" }}
    >
      <p className="lead">{lead}</p>
      <LockedNotice isLocked={isLocked} />
      <Done text={said} />
      <ConflictNotice reply={reply} />
      {children}
      <Card heading="History">
        <SettingsHistory rows={history} />
      </Card>
    </Page>
  );
}

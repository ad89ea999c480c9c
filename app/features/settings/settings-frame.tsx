import type { ReactNode } from "react";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import type { HistoryRow } from "./history.server.ts";
import { ConflictNotice, LockedNotice, SettingsHistory, type SettingsReply } from "./settings-parts.tsx";

type SettingsFrameProps = {
  title: string;
  lead: string;
  isLocked: boolean;
  isSaved: boolean;
  history: HistoryRow[];
  reply: SettingsReply | undefined;
  children: ReactNode;
};

export function SettingsFrame(props: SettingsFrameProps) {
  const { title, lead, isLocked, isSaved, history, reply, children } = props;
  return (
    <Page
      title={title}
      isRefused={reply?.summary !== undefined}
      back={{ label: "Settings", to: "/admin/settings" }}
    >
      <p className="lead">{lead}</p>
      <LockedNotice isLocked={isLocked} />
      <Done text={isSaved && !reply && "Saved. It holds from now on."} />
      <ConflictNotice reply={reply} />
      {children}
      <Card heading="History">
        <SettingsHistory rows={history} />
      </Card>
    </Page>
  );
}

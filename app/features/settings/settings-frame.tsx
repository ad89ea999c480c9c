import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { HistoryRow } from "./history.server.ts";
import {
  ConflictNotice,
  LockedNotice,
  SavedNotice,
  SettingsHistory,
  type SettingsReply,
} from "./settings-parts.tsx";

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
    <div className="stack">
      <PageTitle title={title} isRefused={reply?.summary !== undefined} />
      <p>
        <Link to="/admin/settings">Settings</Link>
      </p>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <LockedNotice isLocked={isLocked} />
      <SavedNotice isSaved={isSaved && !reply} />
      <ConflictNotice reply={reply} />
      {children}
      <Card heading="History">
        <SettingsHistory rows={history} />
      </Card>
    </div>
  );
}

import { LONG_TEXT, type Examples } from "#app/ui/example.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { ConflictNotice, LockedNotice, SettingsHistory } from "./settings-parts.tsx";

const REPLY = {
  summary: changedSince("Somebody else saved this page"),
  theirs: [{ field: "Phone", from: "020 7946 0001", to: "020 7946 0002" }],
};

export default {
  title: "Settings",
  isForStaff: true,
  examples: [
    {
      name: "Notices",
      of: [LockedNotice, ConflictNotice],
      states: {
        "Read only": <LockedNotice isLocked />,
        Conflict: <ConflictNotice reply={REPLY as never} />,
      },
    },
    {
      name: "SettingsHistory",
      of: [SettingsHistory],
      states: {
        Empty: <SettingsHistory rows={[]} earlier={null} isLatest />,
        "Long text": (
          <SettingsHistory
            isLatest
            earlier={1}
            rows={[
              {
                version: 2,
                at: "2027-03-08T09:30:00.000Z",
                who: "Priya Shah",
                changes: [{ field: "Phone", from: "020 7946 0000", to: LONG_TEXT }],
              },
            ]}
          />
        ),
      },
    },
  ],
} satisfies Examples;

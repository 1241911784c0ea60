import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keepUser } from "#app/browser/login-data.ts";
import { RouteButton } from "#app/ui/admin/control/route-button.tsx";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { KeySwitch } from "#app/ui/admin/screen/key-switch.tsx";
import { Pane, Panes } from "#app/ui/admin/screen/pane.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { people } from "#app/ui/glyphs.ts";
import {
  confirmSecondFactor,
  dropSecondFactor,
  renewRecoveryCodes,
  secondFactorView,
  startSecondFactor,
} from "../second-factor/second-factor.queries.ts";
import { SecondFactorPane } from "../second-factor/second-factor-pane.tsx";
import { SessionPane } from "../session/session-pane.tsx";
import type { User } from "../user.contract.ts";
import { changeMe, changePassword, endSession, me, sessionList } from "../user.queries.ts";
import styles from "./account.page.module.css";
import { PasswordPane } from "./password-pane.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SeparatorField } from "./separator-field.tsx";

const secondFactorCalls = {
  start: startSecondFactor,
  confirm: confirmSecondFactor,
  renew: renewRecoveryCodes,
  drop: dropSecondFactor,
};

export default function AccountPage() {
  const { data: user, error, refetch } = useQuery(me());
  return (
    <Screen
      heading="Account"
      isNarrow
      action={<RouteButton to="/account/people" label="People" kind="line" glyph={people} />}
    >
      {error && <Failure text="Your account could not be loaded." error={error} onRetry={refetch} />}
      {!user && !error && <Placeholder layout="form" />}
      {user && <AccountPanes user={user} />}
    </Screen>
  );
}

function AccountPanes({ user }: { user: User }) {
  const client = useQueryClient();
  const factor = useQuery(secondFactorView());
  const sessions = useQuery(sessionList());
  /** Most changes here end sessions or affect the other panes. */
  const reload = () => client.invalidateQueries({ queryKey: ["user"] });
  const saved = (next: User) => {
    client.setQueryData(me().queryKey, (known) => known && { ...known, ...next });
    keepUser(next);
    showSuccess("Profile saved");
  };
  const ending = useBusy();
  const end = (id: number, device: string): Promise<void> =>
    ending.attempt(String(id), "The session has not ended", async () => {
      await endSession(id);
      await reload();
      showSuccess(`The session of ${device} has ended`);
    });
  return (
    <Panes>
      <ProfileForm user={user} save={changeMe} onSaved={saved} />
      <div className={`stack gap-20 ${styles.pair}`}>
        <PasswordPane email={user.email} change={changePassword} onChanged={reload} />
        <SecondFactorPane
          query={factor}
          userId={user.id}
          email={user.email}
          calls={secondFactorCalls}
          onChanged={reload}
        />
      </div>
      <div className={`stack gap-20 ${styles.pair}`}>
        <Pane
          id="keys"
          heading="Keys"
          lead="A list, and the message that is open, can be used with single keys; “?” shows them."
        >
          <KeySwitch />
        </Pane>
        <Pane
          id="files"
          heading="Exported files"
          lead="Messages and subscriptions are exported for spreadsheets (CSV)."
        >
          <SeparatorField />
        </Pane>
      </div>
      <SessionPane query={sessions} onEnd={end} />
    </Panes>
  );
}

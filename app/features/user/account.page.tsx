import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keepUser } from "#app/browser/login-data.ts";
import { uploads } from "#app/features/upload/upload.queries.ts";
import { Failure } from "#app/ui/admin/failure.tsx";
import { KeySwitch } from "#app/ui/admin/key-switch.tsx";
import { Pane } from "#app/ui/admin/pane.tsx";
import { Placeholder } from "#app/ui/admin/placeholder.tsx";
import { RouteButton } from "#app/ui/admin/route-button.tsx";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { useBusy } from "#app/ui/admin/use-busy.ts";
import { people } from "#app/ui/glyphs.ts";
import styles from "./account.page.module.css";
import { PasswordPane } from "./password-pane.tsx";
import { ProfileForm } from "./profile-form.tsx";
import {
  confirmSecondFactor,
  dropSecondFactor,
  renewRecoveryCodes,
  secondFactorView,
  startSecondFactor,
} from "./second-factor.queries.ts";
import { SecondFactorPane } from "./second-factor-pane.tsx";
import { SessionPane } from "./session-pane.tsx";
import type { User } from "./user.contract.ts";
import { changeMe, changePassword, endSession, me, sessionList } from "./user.queries.ts";

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
      action={<RouteButton to="/account/people" label="People" kind="line" size="office" glyph={people} />}
    >
      {error && <Failure text="Your account could not be loaded." error={error} onRetry={refetch} />}
      {!user && !error && <Placeholder layout="form" />}
      {user && <AccountWarnings user={user} />}
    </Screen>
  );
}

function AccountWarnings({ user }: { user: User }) {
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
    ending
      .run(String(id), async () => {
        await endSession(id);
        await reload();
        showSuccess(`The session of ${device} has ended`);
      })
      .catch((failure) => showFailure("The session has not ended", failure, () => end(id, device)));
  return (
    <div className={styles.matters}>
      <ProfileForm user={user} save={changeMe} onSaved={saved} uploads={uploads} />
      <div className={styles.pair}>
        <PasswordPane email={user.email} change={changePassword} onChanged={reload} />
        <SecondFactorPane query={factor} email={user.email} calls={secondFactorCalls} onChanged={reload} />
      </div>
      <Pane
        id="keys"
        heading="Keys"
        lead="A list, and the message that is open, can be used with single keys; “?” shows them."
      >
        <KeySwitch />
      </Pane>
      <SessionPane query={sessions} onEnd={end} />
    </div>
  );
}

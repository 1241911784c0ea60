import { useState } from "react";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { AskPassword } from "#app/ui/admin/form/ask-password.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { isUnanswered } from "#app/ui/admin/notice/failure-kind.ts";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { WarningLine } from "#app/ui/admin/notice/warning-line.tsx";
import { focusPane, Pane } from "#app/ui/admin/screen/pane.tsx";
import { Button } from "#app/ui/button.tsx";
import { key, undo } from "#app/ui/glyphs.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { PasswordAndCode, SecondFactor, SecondFactorSecret } from "./second-factor.contract.ts";
import styles from "./second-factor-pane.module.css";
import { AskBoth, ScanSecret } from "./second-factor-steps.tsx";

export interface SecondFactorCalls {
  start: (password: string) => Promise<SecondFactorSecret>;
  confirm: (code: string) => Promise<string[]>;
  renew: (proof: PasswordAndCode) => Promise<string[]>;
  drop: (proof: PasswordAndCode) => Promise<unknown>;
}

/** The step shown in the pane instead of the state, one after the other. */
type Step =
  | { kind: "password" }
  | { kind: "scan"; secret: SecondFactorSecret }
  | { kind: "renew" }
  | { kind: "drop" }
  | { kind: "codes"; codes: string[] };

interface SecondFactorPaneProps {
  query: { data: SecondFactor | undefined; error: Error | null; refetch: () => unknown };
  userId: number;
  email: string;
  calls: SecondFactorCalls;
  onChanged: () => void;
}

/** Recovery codes not yet marked as saved, with the account that they are of. The server cannot show them again. */
let unsaved: { userId: number; codes: string[] } | undefined;

export function SecondFactorPane(props: SecondFactorPaneProps) {
  const { userId, email, calls, onChanged } = props;
  const { data, error, refetch } = props.query;
  const [begun, setStep] = useState<Step | undefined>(
    unsaved?.userId === userId ? { kind: "codes", codes: unsaved.codes } : undefined,
  );
  // Completed in another tab, or here by a call whose response was lost: the step is obsolete.
  const step = begun && data && isOver(begun, data) ? undefined : begun;
  const [areCodesLost, setCodesLost] = useState(false);
  const leave = () => {
    unsaved = undefined;
    setStep(undefined);
    focusPane("second-factor");
  };
  const changed = (text: string, next?: Step) => {
    if (next?.kind === "codes") unsaved = { userId, codes: next.codes };
    setCodesLost(false);
    if (next) setStep(next);
    else leave();
    showSuccess(text);
    onChanged();
  };
  return (
    <Pane
      id="second-factor"
      heading="Second factor"
      lead="With it on, logging in asks for a code of an app on your phone too: whoever learns your password alone stays outside."
    >
      {error && <Failure text="This could not be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <Placeholder layout="rows" />}
      {data?.isOn && !step && areCodesLost && (
        <WarningLine>An answer was lost: the recovery codes may be others than you know. Make new ones.</WarningLine>
      )}
      {data && !step && <State factor={data} onStep={setStep} />}
      {step && (
        <StepView
          {...{ step, email, calls, setStep, changed, leave }}
          onRefused={onChanged}
          onLost={() => setCodesLost(true)}
        />
      )}
    </Pane>
  );
}

function isOver({ kind }: Step, { isOn }: SecondFactor): boolean {
  if (kind === "codes") return false;
  return kind === "password" || kind === "scan" ? isOn : !isOn;
}

interface StepViewProps extends Pick<SecondFactorPaneProps, "email" | "calls"> {
  step: Step;
  setStep: (step: Step) => void;
  changed: (text: string, next?: Step) => void;
  leave: () => void;
  onRefused: () => void;
  /** No answer came to a call that makes recovery codes. */
  onLost: () => void;
}

function StepView({ step, email, calls, setStep, changed, leave, onRefused, onLost }: StepViewProps) {
  /** An error may hide that the call succeeded after all, so the server's state is reloaded. */
  const watched =
    <In, Out>(call: (input: In) => Promise<Out>, makesCodes = true) =>
    async (input: In): Promise<Out> => {
      try {
        return await call(input);
      } catch (failure) {
        onRefused();
        if (isUnanswered(failure) && makesCodes) onLost();
        throw failure;
      }
    };
  switch (step.kind) {
    case "password":
      return (
        <AskPassword
          submit={{ label: "Continue" }}
          name="factorPassword"
          email={email}
          send={calls.start}
          onDone={(secret) => setStep({ kind: "scan", secret })}
          onCancel={leave}
        />
      );
    case "scan":
      return (
        <ScanSecret
          {...step.secret}
          send={watched(calls.confirm)}
          onDone={(codes) =>
            changed("The second factor is on. Your other sessions have ended.", { kind: "codes", codes })
          }
          onCancel={leave}
        />
      );
    case "renew":
      return (
        <AskBoth
          label="Make New Codes"
          send={watched(calls.renew)}
          onDone={(codes: string[]) =>
            changed("The previous recovery codes are no longer valid.", { kind: "codes", codes })
          }
          onCancel={leave}
        />
      );
    case "drop":
      return (
        <AskBoth
          label="Switch Off"
          send={watched(calls.drop, false)}
          onDone={() => changed("The second factor is off. Your other sessions have ended.")}
          onCancel={leave}
        />
      );
    case "codes":
      return <RecoveryCodes codes={step.codes} onKept={leave} />;
  }
}

function State({ factor, onStep }: { factor: SecondFactor; onStep: (step: Step) => void }) {
  if (!factor.isOn)
    return (
      <div>
        <Button kind="ink" label="Set Up" glyph={key} onClick={() => onStep({ kind: "password" })} />
      </div>
    );
  const { recoveryCodesLeft: left } = factor;
  return (
    <>
      <p className={`line gap-10 ${styles.state} ${left < 3 ? styles.few : ""}`}>
        On.{" "}
        {left === 0 ? "No recovery code is left." : `${left} recovery ${left === 1 ? "code is" : "codes are"} left.`}
      </p>
      <div className="wraps gap-12">
        <ActionButton glyph={undo} label="New recovery codes" onClick={() => onStep({ kind: "renew" })} />
        <ActionButton label="Switch off" isDanger onClick={() => onStep({ kind: "drop" })} />
      </div>
    </>
  );
}

import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import { AppError } from "#app/shared/app-error.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { useSending } from "../control/use-sending.ts";
import { SmallForm } from "./small-form.tsx";

function CodeForm({ send }: { send: () => Promise<void> }) {
  const [code, setCode] = useState("");
  const sending = useSending(send, () => undefined, ["code"]);
  return (
    <SmallForm sending={sending} submit={{ label: "Send" }} isIncomplete={false}>
      <TextField
        label="Code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={sending.problem("code")}
      />
    </SmallForm>
  );
}

const refusal = (field: string, message: string) => new AppError("invalid", message, { errors: [{ field, message }] });

test("what is wrong with a field is shown under it alone, and announced; anything else is shown below the form", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const refusals = [
    refusal("code", "This code is not valid."),
    new AppError("unavailable", "The server cannot be reached."),
    refusal("token", "This link is too long."),
  ];
  await render(<CodeForm send={() => Promise.reject(refusals.shift())} />);
  const field = page.getByLabelText("Code");
  const send = page.getByRole("button", { name: "Send" });
  const seen = (words: string) =>
    page
      .getByText(words)
      .elements()
      .filter((element) => element.getBoundingClientRect().width > 1);

  await send.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("This code is not valid.");
  expect(seen("This code is not valid.")).toHaveLength(1);
  await expect.element(field).toHaveAccessibleDescription("This code is not valid.");
  await expect.element(field).toHaveFocus();

  for (const words of ["The server cannot be reached.", "This link is too long."]) {
    await send.click();
    await expect.element(page.getByRole("alert")).toHaveTextContent(words);
    expect(seen(words)).toHaveLength(1);
  }
});

import { expect, onTestFinished, test, vi } from "vitest";
import { holdSubmissions } from "./early-forms.ts";

test("a form that the browser began to send before the page's script is sent by it again, under the same key", () => {
  const form = document.createElement("form");
  form.id = "quote-form";
  form.submit = vi.fn();
  document.body.append(form);
  const sent = new SubmitEvent("submit");
  form.dispatchEvent(sent);
  window.earlyEvents = [sent];
  onTestFinished(() => {
    window.earlyEvents = undefined;
    form.remove();
  });
  const byScript = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener("submit", byScript);
  holdSubmissions()();
  form.requestSubmit();
  expect(form.submit).toHaveBeenCalledOnce();
  expect(byScript).not.toHaveBeenCalled();
});

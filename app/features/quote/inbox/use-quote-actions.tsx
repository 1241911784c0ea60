import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "react-router";
import type { BulkResult } from "#app/browser/bulk.ts";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { deletionOfMany } from "#app/ui/admin/dialog/deletion-of-many.ts";
import { showBulkToast } from "#app/ui/admin/notice/bulk-notice.tsx";
import { reloadIfUnanswered } from "#app/ui/admin/notice/failure-kind.ts";
import { hideToast, showFailure, showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading } from "#app/ui/admin/screen/screen.tsx";
import type { BulkAction, LeadChange, OfficeQuote, QuoteSelection } from "../quote.contract.ts";
import {
  changeLead,
  changeQuotes,
  exportSelected,
  leadView,
  type Owner,
  recount,
  reloadIfChanged,
  removeQuote,
  retryQuoteMail,
  showLead,
  undoQuotes,
} from "../quote.queries.ts";

export const deletionId = ({ slug }: Pick<OfficeQuote, "slug">) => `quote:${slug}`;

/** Of each field one change at a time; a later one hides the failure of the one before. */
const actionOf = (slug: string, body: LeadChange) => `${slug} ${Object.keys(body)}`;

export type QuoteActions = ReturnType<typeof useQuoteActions>;

/** The actions on one message or many; a failure is shown with Retry. */
export function useQuoteActions() {
  const client = useQueryClient();
  const { isGone } = useDeletion();
  const { isBusy, run, attempt } = useBusy();
  const reload = () => client.invalidateQueries({ queryKey: ["quote"] }, { throwOnError: true });
  const save = async (slug: string, body: LeadChange) => {
    await showLead(client, await changeLead(slug, body));
    hideToast(actionOf(slug, body));
    recount(client);
  };
  /**
   * Only one change per field at a time. `isQuiet`: triggered by opening the message, so nobody is waiting for it.
   * `done`: called after success.
   */
  const change = (
    slug: string,
    body: LeadChange,
    { isQuiet = false, done }: { isQuiet?: boolean; done?: () => void } = {},
  ): Promise<void> => {
    const id = actionOf(slug, body);
    return run(id, () => save(slug, body).then(done)).catch((error) => {
      if (isQuiet) console.warn("A message could not be marked as read", error);
      else showFailure("The message could not be changed.", error, () => change(slug, body, { done }), id);
      reloadIfChanged(client, slug, error);
    });
  };
  const markReplied = ({ slug, fullName }: OfficeQuote): Promise<void> => {
    const undo = async () => {
      // A colleague may have gone on with it.
      const { status } = await client.fetchQuery({ ...leadView(client, slug), staleTime: 0 });
      if (status !== "replied") return { undone: 0, left: 1 };
      await save(slug, { status: "new" });
      return { undone: 1, left: 0 };
    };
    const what = () => `The message of ${fullName}`;
    const done = () =>
      showBulkToast({ id: slug, changed: 1, what, done: "is marked as replied", undo, reload: async () => {} });
    return change(slug, { status: "replied" }, { done });
  };
  /** As `change`, but a choice made while the one before it is being saved replaces that. */
  const choose = (slug: string, body: LeadChange): Promise<void> => {
    const id = actionOf(slug, body);
    return save(slug, body).catch((error) => {
      showFailure("The message could not be changed.", error, () => choose(slug, body), id);
      reloadIfChanged(client, slug, error);
    });
  };
  const spam = ({ slug, fullName }: OfficeQuote, isSpam: boolean): Promise<void> => {
    const work = async () => {
      await showLead(client, await changeLead(slug, { isSpam }));
      focusHeading();
      showSuccess(`The message of ${fullName} is marked as ${isSpam ? "spam" : "not spam"}.`);
      await reload().catch(() => undefined);
    };
    return attempt(slug, "The message could not be marked.", work, (error) => reloadIfChanged(client, slug, error));
  };
  const retryMail = ({ slug, fullName }: OfficeQuote): Promise<void> => {
    const work = async () => {
      await showLead(client, await retryQuoteMail(slug));
      showSuccess(`The mails about ${fullName} are queued again.`);
      setTimeout(() => client.invalidateQueries({ queryKey: ["quote"] }), 2_000);
    };
    return attempt(slug, "The mails could not be sent again.", work, (error) => reloadIfChanged(client, slug, error));
  };
  const isChanging = (slug: string, body: LeadChange): boolean => isBusy(actionOf(slug, body));
  return {
    change,
    choose,
    markReplied,
    spam,
    retryMail,
    isBusy,
    isChanging,
    isGone,
    ...useDeletions(reload),
    ...useManyActions(attempt, reload),
  };
}

/** Closes what is deleted, and offers to undo. */
function useDeletions(reload: () => Promise<unknown>) {
  const { ask } = useDeletion();
  const { slug: open } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  // Synchronously: on a busy machine a pane still open when the list is reloaded would request the deleted message.
  const close = () =>
    navigate({ pathname: "/quote", search }, { replace: true, preventScrollReset: true, flushSync: true });
  return {
    askDelete: (quote: OfficeQuote) =>
      ask({
        id: deletionId(quote),
        name: `Message from ${quote.fullName}`,
        remove: () => {
          if (open === quote.slug) close();
          return removeQuote(quote.slug);
        },
        trash: { kind: "quote", id: quote.slug },
        reload,
      }),
    askDeleteMany: (selection: QuoteSelection, count: number, done: () => void) => {
      const remove = async () => {
        if (open !== undefined && (selection.slugs?.includes(open) ?? true)) close();
        const deleted = await changeQuotes(selection, "delete");
        done();
        return { ...deleted, undo: () => undoQuotes(deleted.id) };
      };
      ask(deletionOfMany({ count, what: messages, remove, reload }));
    },
  };
}

function useManyActions(attempt: ReturnType<typeof useBusy>["attempt"], reload: () => Promise<unknown>) {
  /** `said`: what they are then, and what they could not be. */
  const apply = (change: () => Promise<BulkResult>, said: [string, string], done: () => void): Promise<void> => {
    const work = async () => {
      const changed = await change();
      done();
      showChangedToast(changed, said[0], reload);
      // Not waited for: until then the next action would be ignored.
      void reload().catch(() => undefined);
    };
    const failed = (error: unknown) => reloadIfUnanswered(error, reload);
    return attempt("many", `The messages could not be ${said[1]}.`, work, failed);
  };
  const changeMany = (selection: QuoteSelection, action: keyof typeof names, done: () => void) =>
    apply(() => changeQuotes(selection, action), [names[action], "marked"], done);
  const assignMany = (selection: QuoteSelection, owner: Owner | null, done: () => void) => {
    const said = owner ? `assigned to ${owner.name}` : "left without an owner";
    return apply(() => changeQuotes(selection, "owner", owner), [said, "assigned"], done);
  };
  const exportMany = (selection: QuoteSelection): Promise<void> =>
    attempt("export", "The quotes could not be exported.", () => exportSelected(selection));
  return { changeMany, assignMany, exportMany };
}

const names: Record<Exclude<BulkAction, "owner">, string> = {
  delete: "deleted",
  read: "marked as read",
  unread: "marked as unread",
  spam: "marked as spam",
  "not-spam": "marked as no spam",
  new: "marked as new",
  replied: "marked as replied",
  won: "marked as won",
  lost: "marked as lost",
};

const showChangedToast = (result: BulkResult, done: string, reload: () => Promise<unknown>): void =>
  showBulkToast({
    ...result,
    what: messages,
    done,
    undo: () => undoQuotes(result.id),
    reload,
  });

const messages = (count: number) => (count === 1 ? "1 message" : `${count.toLocaleString("en-GB")} messages`);

import { useState } from "react";
import { Link } from "react-router";
import { contentQueries } from "#app/features/content/content.queries.ts";
import { useEntryList } from "#app/features/sort-order/sort-order.queries.ts";
import { AccordionItem } from "#app/ui/accordion.tsx";
import { AdminList } from "#app/ui/admin/admin-list.tsx";
import { useDeletion } from "#app/ui/admin/confirm-delete.tsx";
import { DraftMark } from "#app/ui/admin/draft-mark.tsx";
import { ShowMore } from "#app/ui/admin/inbox.tsx";
import { useFilter } from "#app/ui/admin/inbox-filter.tsx";
import { ListBar, ListLine } from "#app/ui/admin/list-bar.tsx";
import { CardMenu } from "#app/ui/admin/menu.tsx";
import { fromList } from "#app/ui/admin/return-to-entry.ts";
import { tellMoved } from "#app/ui/admin/sort-order-notice.tsx";
import { Grip } from "#app/ui/admin/sortable.tsx";
import { edit, trash } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Faq, faqType } from "./faq.type.ts";

import styles from "./faq-list.page.module.css";

const queries = contentQueries(faqType);

const names = ["question", "questions"] as const;

const deletionId = ({ slug }: Faq) => `faq:${slug}`;

export default function FaqListPage() {
  const filter = useFilter([], names[1]);
  const list = useEntryList("faq", queries.read, filter.q);
  const { ask, isGone } = useDeletion();
  const askDelete = (faq: Faq) =>
    ask({
      id: deletionId(faq),
      name: faq.question,
      remove: () => queries.remove(faq.slug),
      trash: { kind: "faq", id: faq.slug },
      reload: list.reload,
    });
  const entries = list.entries?.filter((faq) => !isGone(deletionId(faq)));
  const total = list.total - ((list.entries?.length ?? 0) - (entries?.length ?? 0));
  return (
    <AdminList
      heading="FAQ's"
      subline={filter.line || (total > 0 && <ListLine total={total} names={names} history="/history/order/faq" />)}
      bar={list.entries && <ListBar what={names[1]} q={filter.q} total={total} onSearch={(q) => filter.set("q", q)} />}
      empty={
        filter.isOn
          ? { text: `None of the ${names[1]} holds “${filter.q}”.` }
          : {
              heading: "FAQ's Not Found!",
              text: "Nothing here yet. The first question you add will also appear on the about page.",
            }
      }
      add={{ to: "/faq/create", label: "Add Questions" }}
      entries={entries}
      error={list.query.error}
      onRetry={list.query.refetch}
      layout="rows"
      keyOf={(faq) => faq.slug}
      order={
        filter.isOn
          ? undefined
          : {
              nameOf: (faq) => faq.question,
              total,
              save: async (move) => {
                const undo = await list.move(move.key, move.to);
                if (undo) tellMoved(move, undo);
              },
            }
      }
      foot={<ShowMore query={list.query} />}
    >
      {(faq, index) => <FaqCard faq={faq} isFirst={index === 0} onDelete={() => askDelete(faq)} />}
    </AdminList>
  );
}

function FaqCard({ faq, isFirst, onDelete }: { faq: Faq; isFirst: boolean; onDelete: () => void }) {
  // By default only: a question that is moved to the first place does not open.
  const [isOpen] = useState(isFirst);
  const actions = (
    <div className={styles.actions}>
      <Link to={`/faq/update/${faq.slug}`} state={fromList} className={styles.action} aria-describedby={faq.slug}>
        <Icon of={edit} small />
        Update
      </Link>
      <button
        type="button"
        className={`${styles.action} ${styles.delete}`}
        aria-describedby={faq.slug}
        onClick={onDelete}
      >
        <Icon of={trash} small />
        Delete
      </button>
      <Grip />
      <CardMenu name={faq.question} history={`/history/faq/${faq.slug}`} />
    </div>
  );
  return (
    <div className={styles.card}>
      <AccordionItem
        className={styles.item}
        group="faq"
        open={isOpen}
        toggle="start"
        head={
          <>
            <h2 id={faq.slug}>{faq.question}</h2>
            {!faq.published && <DraftMark />}
          </>
        }
        beside={actions}
      >
        <p className={styles.answer}>{faq.answer}</p>
        {faq.bullets.length > 0 && (
          <ul className={styles.bullets}>
            {faq.bullets.map((bullet) => (
              <li key={bullet}>{bullet}</li>
            ))}
          </ul>
        )}
      </AccordionItem>
    </div>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { saveOrder } from "#app/features/order/order.queries.ts";
import { AccordionItem } from "#app/ui/accordion.tsx";
import { AdminList } from "#app/ui/admin-list.tsx";
import { useDeletion } from "#app/ui/confirm-delete.tsx";
import { DraftMark } from "#app/ui/draft-mark.tsx";
import { edit, trash } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { CardMenu } from "#app/ui/menu.tsx";
import { Grip } from "#app/ui/sortable.tsx";
import type { Faq } from "./faq.contract.ts";
import { faqList, removeFaq } from "./faq.queries.ts";
import styles from "./faq-list.page.module.css";

const deletionId = ({ slug }: Faq) => `faq:${slug}`;

export default function FaqListPage() {
  const { data, error, refetch } = useQuery(faqList());
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (faq: Faq) =>
    ask({
      id: deletionId(faq),
      name: faq.question,
      remove: () => removeFaq(faq.slug),
      trash: { kind: "faq", id: faq.slug },
      reload: () => client.invalidateQueries({ queryKey: ["faq"] }, { throwOnError: true }),
    });
  return (
    <AdminList
      heading="FAQ's"
      empty={{
        heading: "FAQ's Not Found!",
        text: "Nothing here yet. The first question you add will also appear on the about page.",
      }}
      add={{ to: "/faq/create", label: "Add Questions" }}
      entries={data?.filter((faq) => !isGone(deletionId(faq)))}
      error={error}
      onRetry={refetch}
      layout="rows"
      keyOf={(faq) => faq.slug}
      order={{
        nameOf: (faq) => faq.question,
        save: async (slugs) => {
          await saveOrder("faq", slugs);
          await client.invalidateQueries({ queryKey: ["faq"] });
        },
      }}
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
      <Link to={`/faq/update/${faq.slug}`} className={styles.action} aria-describedby={faq.slug}>
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

import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { EntryList } from "#app/features/content/entry-list.page.tsx";
import { AccordionItem } from "#app/ui/accordion.tsx";
import { SelectBox } from "#app/ui/admin/control/select-box.tsx";
import { DraftMark } from "#app/ui/admin/list/draft-mark.tsx";
import { fromList } from "#app/ui/admin/list/return-to-entry.ts";
import { Grip } from "#app/ui/admin/list/sortable.tsx";
import { FormattedText } from "#app/ui/formatted-text.tsx";
import { edit, trash } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Faq, faqType } from "./faq.type.ts";
import styles from "./faq-list.page.module.css";

export default function FaqListPage() {
  return (
    <EntryList<Faq> type={faqType} layout="rows">
      {(faq, { menu, askDelete, place }) => (
        <FaqCard faq={faq} menu={menu} isFirst={place === 0} onDelete={askDelete} />
      )}
    </EntryList>
  );
}

interface FaqCardProps {
  faq: Faq;
  menu: ReactNode;
  isFirst: boolean;
  onDelete: () => void;
}

function FaqCard({ faq, menu, isFirst, onDelete }: FaqCardProps) {
  // Only the initial state: a question that is moved to the top does not open.
  const [isOpen] = useState(isFirst);
  const actions = (
    <div className={`wraps gap-4 ${styles.actions}`}>
      <Link
        to={`/faq/update/${faq.slug}`}
        state={fromList}
        className={`tap gap-8 ${styles.action}`}
        aria-describedby={faq.slug}
      >
        <Icon of={edit} small />
        Update
      </Link>
      <button
        type="button"
        className={`tap gap-8 ${styles.action} ${styles.delete}`}
        aria-describedby={faq.slug}
        onClick={onDelete}
      >
        <Icon of={trash} small />
        Delete
      </button>
      <SelectBox />
      <Grip />
      {menu}
    </div>
  );
  return (
    <div className={`framed lively ${styles.card}`}>
      <AccordionItem
        className={styles.item}
        group="faq"
        open={isOpen}
        toggle="start"
        head={
          <>
            <h2 id={faq.slug}>{faq.question}</h2>
            <DraftMark isUnpublished={!faq.published} />
          </>
        }
        beside={actions}
      >
        <div className={styles.answer}>
          <FormattedText text={faq.answer} />
        </div>
        {faq.bullets.length > 0 && (
          <ul className={`dash-list ${styles.bullets}`}>
            {faq.bullets.map((bullet) => (
              <li key={bullet}>{bullet}</li>
            ))}
          </ul>
        )}
      </AccordionItem>
    </div>
  );
}

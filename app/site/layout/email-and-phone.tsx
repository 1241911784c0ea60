import { mailTo } from "#app/shared/contact/mail-to.ts";
import { phoneUri } from "#app/shared/contact/phone.ts";
/** Two entries of a description list of contact details. */
export function EmailAndPhone({ email, phone }: { email: string; phone: string }) {
  return (
    <>
      <div>
        <dt>Email</dt>
        <dd>
          <a href={mailTo(email)}>{email}</a>
        </dd>
      </div>
      <div>
        <dt>Phone</dt>
        <dd>
          <a href={phoneUri(phone)}>{phone}</a>
        </dd>
      </div>
    </>
  );
}

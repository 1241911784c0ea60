/**
 * Set while an administrator is logged in, so that the server can offer them to edit a public page. No secret: the
 * session is a token that only the back office reads.
 */
export const editorCookie = "office=1";

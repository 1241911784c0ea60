/**
 * Calls the task when a message of an earlier visit waits in this browser to be sent (app/browser/outbox.ts keeps them). Asks
 * without creating the database, which a visitor who never wrote does not have.
 */
export function whenMessagesWait(task: () => void): void {
  try {
    const request = indexedDB.open("outbox");
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => {
      const count = request.result.transaction("messages").objectStore("messages").count();
      count.onsuccess = () => {
        request.result.close();
        if (count.result) task();
      };
    };
  } catch {
    // A browser that keeps nothing has nothing to send.
  }
}

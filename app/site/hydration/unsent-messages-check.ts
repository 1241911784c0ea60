/**
 * Calls the task if messages from an earlier visit are still unsent (app/browser/unsent-messages.ts stores them). Does
 * not create the database for visitors who have never written.
 */
export function whenUnsentMessages(task: () => void): void {
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
    // Without IndexedDB there are no stored messages.
  }
}

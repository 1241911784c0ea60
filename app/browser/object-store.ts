/**
 * The object store of an IndexedDB database that has one. The function it returns runs a transaction in it, and resolves
 * with the result of the request that `work` returns, once the transaction has completed.
 * @throws DOMException where this browser stores nothing, or the transaction is aborted
 */
export function objectStore(database: string, name: string, keyPath: string | string[]) {
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath });
      request.onsuccess = () => {
        // Browsers close it when site data is cleared, or when they lose the process that keeps it.
        request.result.onclose = () => {
          opened = undefined;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
      return (await open()).transaction(name, mode);
    } catch {
      // Closed by the browser without an event, as Safari does.
      opened = undefined;
      return (await open()).transaction(name, mode);
    }
  }

  return async function inStore<T>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => IDBRequest | void,
  ): Promise<T> {
    const transaction = await begin(mode);
    const request = work(transaction.objectStore(name));
    return new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}

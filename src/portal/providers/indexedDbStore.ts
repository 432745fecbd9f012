/**
 * Runs a request in an object store that has a database of its own. Returns undefined without IndexedDB, as in some
 * private windows.
 */
export const createIndexedDbStore = (databaseName: string, storeName: string) =>
  async function runRequest<Result>(
    mode: IDBTransactionMode,
    createRequest: (store: IDBObjectStore) => IDBRequest,
  ): Promise<Result | undefined> {
    try {
      const opening = indexedDB.open(databaseName, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
      const database = await toPromise<IDBDatabase>(opening);
      try {
        return await toPromise<Result>(
          createRequest(database.transaction(storeName, mode).objectStore(storeName)),
        );
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    }
  };

const toPromise = <Result>(request: IDBRequest): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });

/** An error as Node throws it for a result code of SQLite. */
export const sqliteError = (errcode: number) =>
  Object.assign(new Error('a fault'), { code: 'ERR_SQLITE_ERROR', errcode });

/** The id of a row from a URL or a command; 0, which no row has, for anything that cannot be one. */
export const rowId = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

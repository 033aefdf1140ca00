/** How to reach a PostgreSQL database (DATABASE_URL, DATABASE_CONNECTIONS). */
export type DatabaseSettings = {
  host: string;
  port: number;
  /** Name of the database. */
  name: string;
  user: string;
  password: string;
  /** TLS with a verified certificate, by the system's authorities or by these (PEM); null is clear text. */
  tls: { authorities: string | null } | null;
  /** The most connections that one server holds open. */
  connections: number;
};

/** The database in words for the operator, without the password. */
export const databaseName = ({ host, port, name }: DatabaseSettings): string => `${name} at ${host}:${port}`;

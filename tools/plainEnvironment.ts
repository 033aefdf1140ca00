import { settingNames } from '#server/platform/settingNames.ts';

/**
 * An environment without settings of the server. What a developer has set for a server, such as its database, must not
 * reach the servers of tests and measurements.
 */
export const plainEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !settingNames.includes(name)));

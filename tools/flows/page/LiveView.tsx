/** The running app beside its flow. */
export const LiveView = () => null;

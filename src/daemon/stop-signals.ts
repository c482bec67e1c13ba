/** Signals that ask a daemon to stop: a service manager's, Ctrl-C, and that of a terminal that closes. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

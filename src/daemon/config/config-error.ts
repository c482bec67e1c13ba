/** The configuration cannot be used. The message is one line that names the variable and what it should look like. */
export class ConfigError extends Error {}

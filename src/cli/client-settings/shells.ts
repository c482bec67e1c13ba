/** Shells that `connect env` writes for. */
export const shells = ['sh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

const setters: Readonly<Record<Shell, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
}

/** Returns lines that set variables, quoted so that a value can never be executed as code. */
export const setVariables = (shell: Shell, variables: Readonly<Record<string, string>>): string[] =>
  Object.entries(variables).map(([name, value]) => setters[shell](name, value))

/** Returns the variables that the official clients of the three protocols read. */
export const clientVariables = (url: string, key: string): Readonly<Record<string, string>> => ({
  OPENAI_BASE_URL: `${url}/v1`,
  OPENAI_API_KEY: key,
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_AUTH_TOKEN: key,
  GOOGLE_GEMINI_BASE_URL: url,
  GEMINI_API_KEY: key,
})

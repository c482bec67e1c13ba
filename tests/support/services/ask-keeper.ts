import { keeperVariable } from './start-services.ts'

/**
 * Sends one request to the process that owns the test servers.
 * @throws Error in one line: there is no keeper in this run, or the keeper's own reason
 */
export const askKeeper = async (
  path: string,
  body: Record<string, string> = {},
): Promise<Record<string, string>> => {
  const url = process.env[keeperVariable]
  if (!url)
    throw new Error(
      "PostgreSQL and Redis are there only in runs with the project's vitest.config.ts (npm test).",
    )
  const response = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(answer.message)
  return answer
}

/** Sends a request whose response is the URL of something created. */
export const askKeeperForUrl = async (path: string, body?: Record<string, string>): Promise<string> => {
  const { url } = await askKeeper(path, body)
  if (!url) throw new Error(`the keeper answered ${path} without a URL`)
  return url
}

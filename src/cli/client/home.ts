import { homedir } from 'node:os'

/**
 * Returns the home directory of the current user. A container may run the program as a user that the system does not
 * know, without `HOME`. The result is then a directory that does not exist, so that reading finds nothing and writing
 * fails with its name.
 */
export function homeOf(env: NodeJS.ProcessEnv): string {
  if (env.HOME) return env.HOME
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

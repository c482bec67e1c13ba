import { homedir } from 'node:os'

/**
 * The home directory of the user who runs the program. A container may run it as a user that the system does not know, without
 * `HOME`; a folder that nobody has then stands for it, so that reading finds nothing and writing fails with its name.
 */
export function homeOf(env: NodeJS.ProcessEnv): string {
  if (env.HOME) return env.HOME
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

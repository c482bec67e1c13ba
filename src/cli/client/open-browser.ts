import { spawn } from 'node:child_process'

/** Returns the command that opens an address on this system. */
function opener(env: NodeJS.ProcessEnv): readonly [command: string, ...args: string[]] {
  if (env.BROWSER) return [env.BROWSER]
  if (process.platform === 'darwin') return ['open']
  // On Windows, `start` is part of the shell, which would interpret the `&` in an address.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/** Opens an address in the browser, if there is one. Failures are ignored, because the address is printed as well. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): void {
  const [command, ...args] = opener(env)
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

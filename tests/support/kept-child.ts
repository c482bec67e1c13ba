import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Reads `+ 123` and `- 123`. Its input closes however the process that started it ends, including kill -9; then it
 * kills the remaining groups.
 */
const watch = `
trap '' INT TERM HUP
kept=
while read -r sign group; do
  case $sign in
    +) kept="$kept $group" ;;
    -) rest=; for each in $kept; do [ "$each" = "$group" ] || rest="$rest $each"; done; kept=$rest ;;
  esac
done
for each in $kept; do kill -s KILL -- "-$each" 2>/dev/null; done
`

let watcher: Socket | undefined

function tellWatcher(line: string): void {
  if (!watcher) {
    const shell = spawn('/bin/sh', ['-c', watch], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    shell.unref()
    watcher = shell.stdin as unknown as Socket
    watcher.unref()
  }
  watcher.write(`${line}\n`)
}

/**
 * Starts a program that never outlives this process, nor do the programs that it starts: if a launcher is killed,
 * nothing is left behind. It leads a separate process group, so a Ctrl-C in the terminal of the test run does not reach
 * it.
 */
export function spawnKept(
  path: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(path, [...args], { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const { pid } = child
  if (pid === undefined) return child
  tellWatcher(`+ ${pid}`)
  child.once('exit', () => {
    endGroup(pid)
    tellWatcher(`- ${pid}`)
  })
  return child
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The group is already empty, as it should be.
  }
}

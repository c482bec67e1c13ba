import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A started server program: its output so far, its end, and signals to it. */
export interface ServerProcess {
  readonly pid: number
  output(): string
  /** Sends the signal and waits until the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

export interface ServerCommand {
  readonly path: string
  readonly args: readonly string[]
  readonly user?: { uid: number; gid: number } | undefined
  /** Text in the output which shows that the server accepts connections. */
  readonly ready: string
}

const startTimeoutMs = 60_000
const outputKept = 20_000

/**
 * Ports below those that Linux picks for outgoing connections and for servers that request port 0 (ip(7),
 * `ip_local_port_range`), and above 10080, the last port that `fetch` and browsers refuse (Fetch Standard, 2.9).
 */
const ownPorts = { first: 11_000, each: 2_000, shares: 10 }

/** Number of this process's share: concurrent test processes have different numbers, every other process has 0. */
const share = Number(process.env.VITEST_POOL_ID ?? 0) % ownPorts.shares

const given = new Set<number>()

/**
 * Finds a free port on the loopback address. Until a server uses it, no outgoing connection takes it, and no other
 * process of the run gets it. A process never gets a port twice, so a server that stops can have its port back.
 */
export const freePort = async (): Promise<number> => {
  while (given.size < ownPorts.each) {
    const port = ownPorts.first + share * ownPorts.each + randomInt(ownPorts.each)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`this process has used up its ${ownPorts.each} ports`)
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * Starts a server program detached from this process's terminal, so that Ctrl-C reaches only the keeper.
 * @throws Error with the end of the output if it ends or stays silent before it is ready
 */
export const startServer = async (command: ServerCommand): Promise<ServerProcess> => {
  const child: ChildProcess = spawn(command.path, [...command.args], {
    ...command.user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
  })
  const ready = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-outputKept)
      if (output.includes(command.ready)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
  })
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, startTimeoutMs, `said nothing for ${startTimeoutMs} ms`)
  })
  const failure = await Promise.race([ready, ended.then(() => 'ended'), silence])
  clearTimeout(timer)
  if (failure !== undefined) {
    child.kill('SIGKILL')
    throw new Error(
      `${command.path} ${failure} before it was ready: ${output.trim().split('\n').slice(-5).join(' | ')}`,
    )
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    end: async (signal) => {
      child.kill(signal)
      await ended
    },
  }
}

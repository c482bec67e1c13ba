import { Worker } from 'node:worker_threads'
import { countSlices, type EncodingName } from './count-slices.ts'

export interface CountQuestion {
  readonly call: number
  readonly encoding: EncodingName
  readonly slices: readonly string[]
}

export interface CountAnswer {
  readonly call: number
  readonly tokens: number
}

/**
 * A thread that was not used between two checks is ended: a vocabulary takes 50 to 80 MB, and one client that
 * disconnects is enough to start it. A new thread takes a fifth of a second to load the vocabulary.
 */
const LOOK_MS = 15_000

interface Waiting {
  readonly question: CountQuestion
  resolve(tokens: number | Promise<number>): void
}

/**
 * Counts tokens in a separate thread, which runs only while there is something to count: loading the tables of a
 * vocabulary takes a quarter of a second, during which the event loop would be blocked. If that thread fails, its texts
 * are counted in the main thread: a slow count is better than a call that is charged nothing.
 */
export class TokenCounter {
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #wasAsked = false
  #lastCall = 0
  readonly #waiting = new Map<number, Waiting>()
  readonly #start: () => Worker

  /** @param start starts the thread; tests pass one that fails */
  constructor(start: () => Worker = startCounting) {
    this.#start = start
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Whether a count is pending. */
  get isCounting(): boolean {
    return this.#waiting.size > 0
  }

  count(encoding: EncodingName, slices: readonly string[]): Promise<number> {
    const worker = this.#ready()
    this.#wasAsked = true
    this.#lastCall += 1
    const question: CountQuestion = { call: this.#lastCall, encoding, slices }
    return new Promise((resolve) => {
      this.#waiting.set(question.call, { question, resolve })
      // A stopping daemon waits for the counts that are still to be charged.
      worker.ref()
      worker.postMessage(question)
    })
  }

  /** Ends the thread if it was not used since the last call. Called by a timer and by tests. */
  retire(): void {
    if (this.#waiting.size > 0 || this.#wasAsked) {
      this.#wasAsked = false
      return
    }
    const worker = this.#worker
    this.#forget()
    void worker?.terminate()
  }

  #ready(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = this.#start()
    worker.on('message', ({ call, tokens }: CountAnswer) => {
      this.#waiting.get(call)?.resolve(tokens)
      this.#waiting.delete(call)
      if (this.#waiting.size === 0) worker.unref()
    })
    const lose = () => {
      if (this.#worker === worker) this.#forget()
    }
    worker.on('error', lose)
    worker.on('messageerror', lose)
    worker.on('exit', lose)
    this.#worker = worker
    this.#timer = setInterval(() => this.retire(), LOOK_MS).unref()
    return worker
  }

  /** Counts the texts that still wait for the ended thread in this one. */
  #forget(): void {
    this.#worker = undefined
    clearInterval(this.#timer)
    for (const { question, resolve } of this.#waiting.values())
      resolve(countSlices(question.encoding, question.slices))
    this.#waiting.clear()
  }
}

/** Starts the thread. Sources run as `.ts`, builds as `.js`. */
function startCounting(): Worker {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  return new Worker(new URL(`counting-thread${extension}`, import.meta.url), {
    name: 'counting',
    execArgv: [],
  })
}

import { parentPort, workerData } from 'node:worker_threads'
import { toFailure } from '../failure.ts'
import type { Reply } from '../thread.ts'
import type { Request, ThreadOptions } from './messages.ts'
import { openReader } from './reader.ts'
import { openWriter } from './writer.ts'

/** Entry point of the database threads, started with {@link ThreadOptions}. */
const port = parentPort
if (!port) throw new Error('This file runs as a worker thread')

const options = workerData as ThreadOptions
const reply = (message: Reply) => port.postMessage(message)
let handle: ((request: Request) => void) | undefined

port.on('message', (request: Request) => {
  if (!handle) {
    // Open on the first message, so that a failure reaches the caller as a reply.
    try {
      handle = options.role === 'writer' ? openWriter(options, reply) : openReader(options, reply)
    } catch (error) {
      if (request.kind !== 'abandon') reply({ call: request.call, failure: toFailure(error), fatal: false })
      return
    }
  }
  handle(request)
})

import type { ClientError, ErrorShape } from '../types.ts'

const render = ({ message }: ClientError): string => JSON.stringify({ error: message })

/** Ollama says the message and nothing else, in a stream as a line of its own. */
export const ollamaErrors: ErrorShape = { render, renderInStream: (error) => `${render(error)}\n` }

import type { ClientError, ErrorShape } from '../types.ts'

const render = ({ message }: ClientError): string => JSON.stringify({ error: message })

/** Errors in Ollama's form, which has only the message. In a stream, the error is a separate line. */
export const ollamaErrors: ErrorShape = { render, renderInStream: (error) => `${render(error)}\n` }

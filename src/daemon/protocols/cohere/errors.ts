import type { ClientError, ErrorShape } from '../types.ts'

/** Renders an error in Cohere's form: the message and the ID of the request. */
const render = ({ message, requestId }: ClientError): string => JSON.stringify({ id: requestId, message })

const renderInStream = ({ message, requestId }: ClientError): string =>
  `event: message-end\ndata: ${JSON.stringify({
    type: 'message-end',
    id: requestId,
    delta: { finish_reason: 'ERROR', error: message },
  })}\n\n`

export const cohereErrors: ErrorShape = { render, renderInStream }

import { expect, it } from 'vitest'
import { EventsAsMessages } from '../../../../src/daemon/relay/response-socket/events-as-messages.ts'

const messagesOf = (streamId: string | undefined, text: string): unknown[] => {
  const messages: unknown[] = []
  const outlet = new EventsAsMessages(
    { send: (message) => messages.push(JSON.parse(message)) > 0, terminate: () => {} },
    streamId,
  )
  outlet.write(text)
  return messages
}

it('every event is a message of its own with the name of its lane, also one without members', () => {
  const text = 'data: {"type":"a"}\n\nevent: b\ndata: {}\r\n\r\ndata: { }\n\ndata: [DONE]\n\n'
  expect(messagesOf('planner', text)).toEqual([
    { type: 'a', stream_id: 'planner' },
    { stream_id: 'planner' },
    { stream_id: 'planner' },
  ])
  expect(messagesOf(undefined, text)).toEqual([{ type: 'a' }, {}, {}])
})

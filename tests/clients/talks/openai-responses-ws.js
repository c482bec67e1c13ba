import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { description, forecast, name, parameters, question } from './weather.js'

/** Calls `run` on one connection. @param run receives a function that sends a request and collects its answer */
async function connected({ url, key }, run) {
  const ws = new ResponsesWS(new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }))
  const events = ws.stream()
  try {
    return await run(async (body) => {
      ws.send({ type: 'response.create', store: false, ...body })
      let text = ''
      for (;;) {
        const { value: event, done } = await events.next()
        if (done) throw new Error('the connection was closed')
        if (event.type === 'error') throw event.error
        if (event.type !== 'message') continue
        const { message } = event
        if (message.type === 'response.output_text.delta') text += message.delta
        if (message.type === 'response.failed') throw new Error(message.response.error.message)
        if (message.type === 'response.completed') return { text, response: message.response }
      }
    })
  } finally {
    await events.return?.()
    ws.close()
  }
}

export const steps = {
  answer: ({ model, ...site }) =>
    connected(site, async (ask) => (await ask({ model, input: question })).text),
  // Continues a response that was created without generating anything.
  lane: ({ model, ...site }) =>
    connected(site, async (ask) => {
      const warm = await ask({ model, input: question, generate: false })
      const previous_response_id = warm.response.id
      return (await ask({ model, input: question, stream_id: 'one', previous_response_id })).text
    }),
  tools: ({ model, ...site }) =>
    connected(site, async (ask) => {
      const tools = [{ type: 'function', name, description, parameters, strict: true }]
      const { response } = await ask({ model, input: question, tools })
      const input = response.output
        .filter(({ type }) => type === 'function_call')
        .map((item) => ({
          type: 'function_call_output',
          call_id: item.call_id,
          output: forecast(JSON.parse(item.arguments)),
        }))
      return (await ask({ model, input, tools, previous_response_id: response.id })).text
    }),
}

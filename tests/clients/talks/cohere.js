import { CohereClientV2 } from 'cohere-ai'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) => new CohereClientV2({ token: key, environment: url })
const once = { maxRetries: 0 }
const asked = () => [{ role: 'user', content: question }]
const textOf = ({ message }) => (message.content ?? []).map((part) => part.text ?? '').join('')

export const steps = {
  answer: async (site) => textOf(await open(site).chat({ model: site.model, messages: asked() }, once)),
  stream: async (site) => {
    const stream = await open(site).chatStream({ model: site.model, messages: asked() }, once)
    return gather(stream, (event) => (event.type === 'content-delta' ? event.delta.message.content.text : ''))
  },
  tools: async (site) => {
    const tools = [{ type: 'function', function: { name, description, parameters } }]
    const messages = asked()
    const { message } = await open(site).chat({ model: site.model, messages, tools }, once)
    messages.push({ role: 'assistant', toolCalls: message.toolCalls, toolPlan: message.toolPlan })
    for (const call of message.toolCalls ?? [])
      messages.push({
        role: 'tool',
        toolCallId: call.id,
        content: forecast(JSON.parse(call.function.arguments)),
      })
    return textOf(await open(site).chat({ model: site.model, messages, tools }, once))
  },
}

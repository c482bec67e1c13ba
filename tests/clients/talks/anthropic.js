import Anthropic from '@anthropic-ai/sdk'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) => new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 }).messages
const textOf = ({ content }) => content.map((block) => block.text ?? '').join('')
const asked = () => [{ role: 'user', content: question }]

export const steps = {
  answer: async (site) =>
    textOf(await open(site).create({ model: site.model, max_tokens: 500, messages: asked() })),
  stream: async (site) => {
    const stream = await open(site).create({
      model: site.model,
      max_tokens: 500,
      messages: asked(),
      stream: true,
    })
    return gather(stream, (event) => (event.type === 'content_block_delta' ? event.delta.text : ''))
  },
  tools: async (site) => {
    const tools = [{ name, description, input_schema: parameters }]
    const messages = asked()
    const first = await open(site).create({ model: site.model, max_tokens: 500, messages, tools })
    const results = first.content
      .filter((block) => block.type === 'tool_use')
      .map((block) => ({ type: 'tool_result', tool_use_id: block.id, content: forecast(block.input) }))
    messages.push({ role: 'assistant', content: first.content }, { role: 'user', content: results })
    return textOf(await open(site).create({ model: site.model, max_tokens: 500, messages, tools }))
  },
}

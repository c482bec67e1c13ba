import OpenAI from 'openai'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 }).responses

export const steps = {
  answer: async (site) => (await open(site).create({ model: site.model, input: question })).output_text,
  stream: async (site) => {
    const stream = await open(site).create({ model: site.model, input: question, stream: true })
    return gather(stream, (event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
  },
  tools: async (site) => {
    const tools = [{ type: 'function', name, description, parameters, strict: true }]
    const input = [{ role: 'user', content: question }]
    const first = await open(site).create({ model: site.model, input, tools })
    input.push(...first.output)
    for (const item of first.output)
      if (item.type === 'function_call')
        input.push({
          type: 'function_call_output',
          call_id: item.call_id,
          output: forecast(JSON.parse(item.arguments)),
        })
    return (await open(site).create({ model: site.model, input, tools })).output_text
  },
}

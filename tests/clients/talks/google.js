import { GoogleGenAI } from '@google/genai'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) => new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } }).models
const asked = () => [{ role: 'user', parts: [{ text: question }] }]

export const steps = {
  answer: async (site) => (await open(site).generateContent({ model: site.model, contents: asked() })).text,
  stream: async (site) => {
    const stream = await open(site).generateContentStream({ model: site.model, contents: asked() })
    return gather(stream, (chunk) => chunk.text)
  },
  tools: async (site) => {
    const config = {
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }],
    }
    const contents = asked()
    const first = await open(site).generateContent({ model: site.model, contents, config })
    contents.push(first.candidates[0].content)
    const parts = (first.functionCalls ?? []).map((call) => ({
      functionResponse: { id: call.id, name: call.name, response: { result: forecast(call.args) } },
    }))
    contents.push({ role: 'user', parts })
    return (await open(site).generateContent({ model: site.model, contents, config })).text
  },
}

import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import { description, forecast, gather, name, parameters, question } from './weather.js'

globalThis.AI_SDK_LOG_WARNINGS = false

/** Returns the steps for Vercel's AI SDK, with a provider's default model. */
export const aiSteps = (open) => ({
  answer: async (site) => (await generateText({ model: open(site), prompt: question, maxRetries: 0 })).text,
  stream: async (site) => {
    let failure
    const onError = ({ error }) => {
      failure = error
    }
    const { textStream } = streamText({ model: open(site), prompt: question, maxRetries: 0, onError })
    const text = await gather(textStream, (piece) => piece)
    if (failure) throw failure
    return text
  },
  tools: async (site) => {
    const weather = tool({ description, inputSchema: jsonSchema(parameters), execute: forecast })
    const { text } = await generateText({
      model: open(site),
      prompt: question,
      maxRetries: 0,
      tools: { [name]: weather },
      stopWhen: isStepCount(3),
    })
    return text
  },
})

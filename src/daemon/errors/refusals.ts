import type { Texts } from './reasons.ts'

/**
 * Reasons at the end of `translation_unsupported` and `media_unavailable`: they say why a provider cannot be given a
 * part of a request. "It" is the provider.
 */
export const refusals = {
  noInfill: { en: 'it does not fill in text', zh: '对方不支持补全中间的文本' },
  noRawPrompt: { en: 'it writes its own template around a prompt', zh: '对方会自行为提示词套用模板' },
  noSpeechStream: {
    en: 'the provider sends the whole sound at once',
    zh: '对方一次性返回完整音频，不支持流式输出',
  },
  embedsTexts: { en: 'the provider embeds texts only', zh: '对方只能为文本生成嵌入' },
  noRemix: { en: 'the provider cannot remix videos', zh: '对方不支持改编已有视频' },
  pictureInside: {
    en: 'the provider takes pictures as a file or as a data URL',
    zh: '对方只接受以文件或 data URL 传入的图片',
  },
  googleTool: { en: "only Google's own models have this tool", zh: '只有 Google 自家的模型有此工具' },
  googleCache: { en: 'only Google has the cached content', zh: '缓存内容保存在 Google，只有 Google 能读取' },
  oneCandidate: {
    en: 'several candidates of one answer cannot be translated',
    zh: '一次请求的多个候选答案无法转换',
  },
  otherModalities: {
    en: 'other protocols ask for pictures and sound in another way',
    zh: '其他协议以另外的方式请求图片和音频',
  },
  eitherTools: {
    en: 'this model takes either functions or built-in tools, not both',
    zh: '该模型不能同时使用函数和内置工具',
  },
  fileElsewhere: {
    en: 'a file that one provider keeps is unknown to all others; send its content instead',
    zh: '文件保存在另一家服务商，其他服务商无法读取；请直接发送文件内容',
  },
  noLinks: { en: 'the provider follows no links', zh: '对方不会读取链接' },
  noPictureStream: { en: 'the provider does not stream pictures', zh: '对方不支持流式返回图片' },
  hostedElsewhere: {
    en: 'the tool that must be called runs at its own vendor only, and no channel of that vendor serves this model',
    zh: '必须调用的工具只能在其自身的服务商处运行，而该模型没有这家服务商的渠道',
  },
  firstCohereApi: {
    en: "only the first version of Cohere's own API has it",
    zh: '仅 Cohere 自身的第一版接口提供',
  },
  anthropicContainers: { en: 'only Anthropic has containers', zh: '只有 Anthropic 提供容器' },
  anthropicThread: { en: 'only Anthropic has the conversation so far', zh: '此前的对话只保存在 Anthropic' },
  anthropicMcp: {
    en: 'only Anthropic connects to MCP servers by itself',
    zh: '只有 Anthropic 会自行连接 MCP 服务器',
  },
  jsonSchemaOnly: { en: 'it must be a JSON schema', zh: '只支持 JSON Schema' },
  claudeNoSound: { en: 'Claude takes no sound', zh: 'Claude 不接受音频' },
  claudeNoVideo: { en: 'Claude takes no video', zh: 'Claude 不接受视频' },
  pictureAsText: { en: 'a picture cannot be sent as text', zh: '图片不能以文本形式发送' },
  claudePictures: {
    en: 'Claude takes JPEG, PNG, GIF and WebP pictures only',
    zh: 'Claude 只接受 JPEG、PNG、GIF 和 WebP 图片',
  },
  claudeDocuments: { en: 'Claude takes PDF and text documents only', zh: 'Claude 只接受 PDF 和文本文档' },
  hostedByResponses: {
    en: 'this tool runs at the provider, and only at one that speaks the Responses API itself',
    zh: '此工具由服务商运行，且仅限原生支持 Responses API 的服务商',
  },
  responsesNoSound: { en: 'the Responses API takes no sound', zh: 'Responses API 不接受音频' },
  responsesNoVideo: { en: 'the Responses API takes no video', zh: 'Responses API 不接受视频' },
  needsStore: {
    en: "stored responses exist only on channels that speak the Responses API themselves; send the full conversation in 'input' instead",
    zh: '只有原生支持 Responses API 的渠道才保存响应；请在 input 中发送完整对话',
  },
  foreignCompaction: { en: 'only the provider that made it can read it', zh: '只有生成它的服务商才能读取' },
  noEcho: { en: 'it does not repeat the prompt', zh: '对方不支持在答案中重复提示词' },
  oneAnswer: { en: 'it gives one answer per request', zh: '对方每次请求只返回一个答案' },
  noCompletionLogprobs: { en: 'it gives none for text completions', zh: '对方在文本补全中不返回对数概率' },
  oneText: { en: 'it takes one text per request', zh: '对方每次请求只接受一段文本' },
  noTokenIds: { en: 'it takes texts, not token ids', zh: '对方只接受文本，不接受 token 编号' },
  unknownPart: { en: 'parts of this type are unknown', zh: '未知的内容类型' },
  soundElsewhere: {
    en: 'only the provider that gave this spoken answer has its sound',
    zh: '此前的语音答案只保存在给出它的服务商处',
  },
  noVideo: { en: 'it takes no videos', zh: '对方不接受视频' },
  noSoundLink: { en: 'it takes no sound by link', zh: '对方不接受以链接传入的音频' },
  noSoundAnswer: { en: 'it does not answer with sound', zh: '对方不会以语音作答' },
  answersTexts: {
    en: 'the provider answers texts only, and the messages have none',
    zh: '对方只回答文本，而消息中没有文本',
  },
  textsOnly: { en: 'the provider takes texts only', zh: '对方只接受文本' },
  ranksTexts: { en: 'the provider ranks texts only', zh: '对方只能为文本排序' },
  filesByLinkOrInside: {
    en: 'the provider takes files by link or inside the request only',
    zh: '对方只接受以链接或在请求中直接传入的文件',
  },
  picturesInside: {
    en: 'the provider takes pictures inside the request only',
    zh: '对方只接受在请求中直接传入的图片',
  },
  textsAndPictures: { en: 'the provider takes texts and pictures only', zh: '对方只接受文本和图片' },
  textsPicturesVideos: {
    en: 'the provider takes texts, pictures and videos only',
    zh: '对方只接受文本、图片和视频',
  },
  picturesByLinkOrInside: {
    en: 'the provider takes pictures by link or inside the request only',
    zh: '对方只接受以链接或在请求中直接传入的图片',
  },
  noClientTools: { en: 'the provider takes no tools from clients', zh: '对方不接受客户端提供的工具' },
  wholeWeb: { en: 'the provider searches the whole web', zh: '对方只能搜索整个互联网，无法限定域名' },
  noWebSearch: { en: 'the provider of this model has no web search', zh: '该模型的服务商没有联网搜索' },
  noSuchTool: { en: 'it does not run this tool', zh: '对方不运行此工具' },
  fileNotTaken: { en: 'the provider does not take this file', zh: '服务商不接受该文件' },
} as const satisfies Record<string, Texts>

/** The speech provider lacks a format. @param others the formats that it supports, separated by commas */
export const soundFormats = (format: string, others: string): Texts => ({
  en: `the provider has no ${format}, it has ${others}`,
  zh: `对方不支持 ${format}，支持的格式：${others}`,
})

/** An embedding request has more texts than the provider accepts. */
export const textsAtMost = (max: number): Texts => ({
  en: `the provider embeds at most ${max} texts at a time`,
  zh: `对方一次最多为 ${max} 段文本生成嵌入`,
})

/** The client asks for too many pictures. */
export const picturesAtMost = (max: number): Texts => ({
  en:
    max === 1
      ? 'the provider makes one picture at a time'
      : `the provider makes at most ${max} pictures at a time`,
  zh: `对方一次最多生成 ${max} 张图片`,
})

/** The client asks for a longer video than the provider can make. */
export const secondsAtMost = (max: number): Texts => ({
  en: `the provider makes videos of up to ${max} seconds`,
  zh: `对方生成的视频最长 ${max} 秒`,
})

/** A Gemini client asks for a response type that only Google supports. */
export const googleMimeType = (mimeType: string): Texts => ({
  en: `only Google answers as '${mimeType}'`,
  zh: `只有 Google 能以 ${mimeType} 作答`,
})

/** Google does not accept this function name, not even a shortened one. */
export const functionName = (name: string): Texts => ({
  en: `the provider takes no function of the name '${name}'`,
  zh: `对方不接受名为 ${name} 的函数`,
})

/** The request uses a tool that Anthropic defines and no other vendor supports. */
export const anthropicTool = (type: string): Texts => ({
  en: `only Anthropic has the tool type '${type}'`,
  zh: `只有 Anthropic 提供 ${type} 类型的工具`,
})

/** A message has a role that OpenAI does not define. */
export const unknownRole = (role: string): Texts => ({
  en: `there is no role '${role}'`,
  zh: `没有 ${role} 这个角色`,
})

/** The model makes pictures only through tasks that are polled. */
export const asTasksOnly = (model: string): Texts => ({
  en: `${model} works by tasks that are polled; use qwen-image, wan2.6 or a later model`,
  zh: `${model} 只能以需要轮询的任务方式工作；请使用 qwen-image、wan2.6 或更新的模型`,
})

/** Realistic texts of people and programs, for comparing estimates with the tokenizer. */
export const sampleTexts: Readonly<Record<string, string>> = {
  english:
    'The quick brown fox jumps over the lazy dog, and nobody who watched it from the terrace would have guessed that the animal had been practising the leap for most of an otherwise uneventful summer.',
  chinese:
    '在这个项目里,每一次请求都必须先冻结额度,然后才会发送到上游;如果上游没有返回用量,我们就自己计算词元数量,并在日志里注明来源。用户离开并不意味着调用免费,已经产生的输出照常计费。',
  japanese:
    '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。',
  russian:
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  german:
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.',
  korean:
    '모든 국민은 법 앞에 평등하다. 누구든지 성별·종교 또는 사회적 신분에 의하여 정치적·경제적·사회적·문화적 생활의 모든 영역에 있어서 차별을 받지 아니한다.',
  arabic:
    'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء.',
  typescript: `export function readUsage(document: JsonValue): UsageReading {
  if (!isObject(document) || document.usage === undefined) return { kind: 'none' }
  const { prompt_tokens: input, completion_tokens: output } = document.usage
  return Number.isInteger(input) ? { kind: 'stated', usage: { ...NO_USAGE, inputTokens: input } } : invalid(input)
}`,
  json: '{"id":"chatcmpl-123","object":"chat.completion","created":1763647200,"model":"gpt-4o","choices":[{"index":0,"message":{"role":"assistant","content":"Hello! How can I help you today?"},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":9,"total_tokens":21}}',
  minified:
    '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?t(exports):"function"==typeof define&&define.amd?define(["exports"],t):t((e=e||self).x={})}(this,function(e){"use strict"});',
}

/** Texts of characters that do not form words, for which estimates may be too low. */
export const denseTexts: Readonly<Record<string, string>> = {
  digits: Array.from({ length: 200 }, (_, index) => (index * 7919) % 100_000).join(', '),
  hex: Array.from({ length: 600 }, (_, index) => ((index * 40_503) % 65_536).toString(16)).join(''),
  emoji: '😀🎉🚀👨‍👩‍👧‍👦🇩🇪🏳️‍🌈✨🔥💯🙏'.repeat(10),
  punctuation: '!?;:,.-_()[]{}<>|'.repeat(100),
}

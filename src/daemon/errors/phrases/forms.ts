import type { Texts } from '../reasons.ts'

/** Multipart forms. The first phrase ends with a reason; all but the next two are reasons for it. */
export const forms = {
  brokenForm: { en: 'The multipart body cannot be read: {why}.', zh: '无法读取 multipart 请求体：{why}。' },
  lineBreak: { en: "'{field}' must not hold a line break", zh: '{field} 中不能有换行' },
  notUtf8: { en: "'{field}' is not valid UTF-8", zh: '{field} 不是有效的 UTF-8 文本' },
  noBoundary: { en: 'the content type names no boundary', zh: 'Content-Type 中没有 boundary' },
  otherStart: { en: 'it does not begin with its boundary', zh: '开头不是 boundary' },
  textAfterBoundary: { en: 'a boundary is followed by text', zh: 'boundary 之后有多余的文本' },
  textAfterEnd: { en: 'something follows its end', zh: '结束标记之后还有内容' },
  tooManyParts: { en: 'it has more than {max} parts', zh: '超过 {max} 个部分' },
  noParts: { en: 'it has no parts', zh: '其中没有任何部分' },
  endsInPart: { en: 'it ends inside a part', zh: '在某个部分中间就结束了' },
  emptyPart: { en: 'a part has no content', zh: '某个部分没有内容' },
  endlessHeaders: { en: 'the headers of a part have no end', zh: '某个部分的头没有结束' },
  partEncoded: { en: 'a part is encoded as {encoding}', zh: '某个部分的编码方式为 {encoding}' },
  headerNotUtf8: { en: 'a header of a part is not UTF-8', zh: '某个部分的头不是 UTF-8 文本' },
  badHeader: { en: 'a header of a part cannot be read', zh: '无法读取某个部分的头' },
  headerTwice: { en: 'a part has two {name} headers', zh: '某个部分有两个 {name} 头' },
  noDisposition: {
    en: 'a part has no content-disposition of form data',
    zh: '某个部分没有 form-data 类型的 Content-Disposition',
  },
  badDisposition: {
    en: 'the content-disposition of a part cannot be read',
    zh: '无法读取某个部分的 Content-Disposition',
  },
  parameterTwice: { en: 'a part states its {name} twice', zh: '某个部分两次给出 {name}' },
  badPartName: { en: 'the name of a part is not allowed', zh: '某个部分的名称不允许使用' },
} as const satisfies Record<string, Texts>

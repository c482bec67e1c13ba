"""The steps of a package whose chat is OpenAI's."""

import json

from weather import FUNCTION, QUESTION, forecast

TOOLS = [{"type": "function", "function": FUNCTION}]


def asked():
    return [{"role": "user", "content": QUESTION}]


def chat_steps(create):
    """`create(site, **members)` asks for a chat completion."""

    def answer(site):
        return create(site, messages=asked()).choices[0].message.content

    def stream(site):
        chunks = create(site, messages=asked(), stream=True)
        return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)

    def tools(site):
        messages = asked()
        message = create(site, messages=messages, tools=TOOLS).choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls or []:
            content = forecast(json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
        return create(site, messages=messages, tools=TOOLS).choices[0].message.content

    return {"answer": answer, "stream": stream, "tools": tools}

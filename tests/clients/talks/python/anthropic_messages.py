from anthropic import Anthropic
from weather import DESCRIPTION, NAME, PARAMETERS, QUESTION, forecast

TOOLS = [{"name": NAME, "description": DESCRIPTION, "input_schema": PARAMETERS}]


def messages(site):
    return Anthropic(base_url=site["url"], api_key=site["key"], max_retries=0).messages


def asked():
    return [{"role": "user", "content": QUESTION}]


def text_of(message):
    return "".join(block.text for block in message.content if block.type == "text")


def answer(site):
    return text_of(messages(site).create(model=site["model"], max_tokens=500, messages=asked()))


def stream(site):
    with messages(site).stream(model=site["model"], max_tokens=500, messages=asked()) as stream:
        return "".join(stream.text_stream)


def tools(site):
    conversation = asked()
    given = {"model": site["model"], "max_tokens": 500, "tools": TOOLS}
    first = messages(site).create(messages=conversation, **given)
    results = [
        {"type": "tool_result", "tool_use_id": block.id, "content": forecast(block.input)}
        for block in first.content
        if block.type == "tool_use"
    ]
    conversation += [
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": results},
    ]
    return text_of(messages(site).create(messages=conversation, **given))


STEPS = {"answer": answer, "stream": stream, "tools": tools}

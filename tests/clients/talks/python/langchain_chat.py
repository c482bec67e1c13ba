from langchain_core.messages import HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI
from weather import FUNCTION, QUESTION, forecast


def model(site):
    return ChatOpenAI(model=site["model"], base_url=f"{site['url']}/v1", api_key=site["key"], max_retries=0)


def text_of(message):
    return message.content if isinstance(message.content, str) else message.text


def answer(site):
    return text_of(model(site).invoke(QUESTION))


def stream(site):
    return "".join(text_of(chunk) for chunk in model(site).stream(QUESTION))


def tools(site):
    bound = model(site).bind_tools([{"type": "function", "function": FUNCTION}])
    messages = [HumanMessage(QUESTION)]
    first = bound.invoke(messages)
    messages.append(first)
    for call in first.tool_calls:
        messages.append(ToolMessage(tool_call_id=call["id"], content=forecast(call["args"])))
    return text_of(bound.invoke(messages))


STEPS = {"answer": answer, "stream": stream, "tools": tools}

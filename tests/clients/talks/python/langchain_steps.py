"""The steps of a package whose models are LangChain's."""

from langchain_core.messages import HumanMessage, ToolMessage
from weather import FUNCTION, QUESTION, forecast


def text_of(message):
    return message.content if isinstance(message.content, str) else message.text


def langchain_steps(model):
    """`model(site)` is a chat model."""

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

    return {"answer": answer, "stream": stream, "tools": tools}

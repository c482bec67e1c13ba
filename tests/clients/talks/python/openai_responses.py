import json

from openai import OpenAI
from weather import FUNCTION, QUESTION, forecast

TOOLS = [{"type": "function", "strict": True, **FUNCTION}]


def create(site, **members):
    client = OpenAI(base_url=f"{site['url']}/v1", api_key=site["key"], max_retries=0)
    return client.responses.create(model=site["model"], **members)


def answer(site):
    return create(site, input=QUESTION).output_text


def stream(site):
    events = create(site, input=QUESTION, stream=True)
    return "".join(event.delta for event in events if event.type == "response.output_text.delta")


def tools(site):
    first = create(site, input=QUESTION, tools=TOOLS)
    results = [
        {
            "type": "function_call_output",
            "call_id": item.call_id,
            "output": forecast(json.loads(item.arguments)),
        }
        for item in first.output
        if item.type == "function_call"
    ]
    return create(site, input=results, tools=TOOLS, previous_response_id=first.id).output_text


STEPS = {"answer": answer, "stream": stream, "tools": tools}

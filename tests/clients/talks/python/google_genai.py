from google import genai
from google.genai import types
from weather import DESCRIPTION, NAME, PARAMETERS, QUESTION, forecast


def models(site):
    options = types.HttpOptions(base_url=site["url"])
    # The client closes its connections when nobody holds it.
    site["client"] = genai.Client(api_key=site["key"], http_options=options)
    return site["client"].models


def asked():
    return [types.Content(role="user", parts=[types.Part(text=QUESTION)])]


def answer(site):
    return models(site).generate_content(model=site["model"], contents=asked()).text


def stream(site):
    chunks = models(site).generate_content_stream(model=site["model"], contents=asked())
    return "".join(chunk.text or "" for chunk in chunks)


def tools(site):
    declaration = types.FunctionDeclaration(
        name=NAME, description=DESCRIPTION, parameters_json_schema=PARAMETERS
    )
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=[declaration])])
    contents = asked()
    first = models(site).generate_content(model=site["model"], contents=contents, config=config)
    contents.append(first.candidates[0].content)
    parts = [
        types.Part.from_function_response(name=call.name, response={"result": forecast(call.args)})
        for call in first.function_calls or []
    ]
    contents.append(types.Content(role="user", parts=parts))
    last = models(site).generate_content(model=site["model"], contents=contents, config=config)
    return last.text


STEPS = {"answer": answer, "stream": stream, "tools": tools}

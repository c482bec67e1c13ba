import os

from haystack.components.agents import Agent
from haystack.dataclasses import ChatMessage
from haystack.tools import Tool
from haystack.utils import Secret
from haystack_integrations.components.generators.google_genai import GoogleGenAIChatGenerator
from weather import DESCRIPTION, NAME, PARAMETERS, QUESTION, forecast


def generator(site, **members):
    os.environ["GOOGLE_GEMINI_BASE_URL"] = site["url"]
    return GoogleGenAIChatGenerator(model=site["model"], api_key=Secret.from_token(site["key"]), **members)


def asked():
    return [ChatMessage.from_user(QUESTION)]


def answer(site):
    return generator(site).run(messages=asked())["replies"][0].text


def stream(site):
    pieces = []
    generator(site, streaming_callback=lambda chunk: pieces.append(chunk.content)).run(messages=asked())
    return "".join(pieces)


def tools(site):
    parameters = {key: value for key, value in PARAMETERS.items() if key != "additionalProperties"}
    tool = Tool(
        name=NAME, description=DESCRIPTION, parameters=parameters, function=lambda **given: forecast(given)
    )
    # With thoughts, the calls of a turn come back as their signatures tell.
    thinking = {"thinking_budget": 2000}
    agent = Agent(chat_generator=generator(site, generation_kwargs=thinking), tools=[tool], max_agent_steps=3)
    return agent.run(messages=asked())["messages"][-1].text


STEPS = {"answer": answer, "stream": stream, "tools": tools}

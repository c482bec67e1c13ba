import asyncio

from pydantic_ai import Agent
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider
from weather import DESCRIPTION, NAME, QUESTION, forecast


def agent(site):
    provider = GoogleProvider(api_key=site["key"], base_url=site["url"])
    return Agent(GoogleModel(site["model"], provider=provider), retries=0)


def answer(site):
    return agent(site).run_sync(QUESTION).output


def stream(site):
    async def read():
        async with agent(site).run_stream(QUESTION) as result:
            return "".join([piece async for piece in result.stream_text(delta=True)])

    return asyncio.run(read())


def tools(site):
    def get_weather(city: str) -> str:
        return forecast({"city": city})

    talker = agent(site)
    talker.tool_plain(name=NAME, description=DESCRIPTION)(get_weather)

    async def talk():
        first = await talker.run(QUESTION)
        return (await talker.run("Thank you.", message_history=first.all_messages())).output

    return asyncio.run(talk())


STEPS = {"answer": answer, "stream": stream, "tools": tools}

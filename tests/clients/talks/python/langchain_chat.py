from langchain_openai import ChatOpenAI
from langchain_steps import langchain_steps


def model(site):
    return ChatOpenAI(model=site["model"], base_url=f"{site['url']}/v1", api_key=site["key"], max_retries=0)


STEPS = langchain_steps(model)

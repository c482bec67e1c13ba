from langchain_anthropic import ChatAnthropic
from langchain_steps import langchain_steps


def model(site):
    return ChatAnthropic(model=site["model"], base_url=site["url"], api_key=site["key"], max_retries=0)


STEPS = langchain_steps(model)

from chat_steps import chat_steps
from openai import OpenAI


def create(site, **members):
    client = OpenAI(base_url=f"{site['url']}/v1", api_key=site["key"], max_retries=0)
    return client.chat.completions.create(model=site["model"], **members)


STEPS = chat_steps(create)

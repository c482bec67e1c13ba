from chat_steps import chat_steps
from litellm import completion


def create(site, **members):
    return completion(
        model=f"openai/{site['model']}",
        api_base=f"{site['url']}/v1",
        api_key=site["key"],
        max_retries=0,
        **members,
    )


STEPS = chat_steps(create)

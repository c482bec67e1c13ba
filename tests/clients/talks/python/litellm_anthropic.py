from chat_steps import chat_steps
from litellm import completion


def create(site, **members):
    return completion(
        model=f"anthropic/{site['model']}",
        api_base=site["url"],
        api_key=site["key"],
        max_tokens=500,
        max_retries=0,
        **members,
    )


STEPS = chat_steps(create)

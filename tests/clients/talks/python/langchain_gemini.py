from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_steps import langchain_steps


def model(site):
    return ChatGoogleGenerativeAI(
        model=site["model"], base_url=site["url"], google_api_key=site["key"], max_retries=0
    )


STEPS = langchain_steps(model)

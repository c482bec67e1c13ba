"""The question, and the one tool, of every package."""

QUESTION = "What is the weather in Paris?"
NAME = "get_weather"
DESCRIPTION = "Tells the weather of a city"
PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
FUNCTION = {"name": NAME, "description": DESCRIPTION, "parameters": PARAMETERS}


def forecast(given):
    """Fails where the package read the call as something else than what the model said."""
    if dict(given).get("city") != "Paris":
        raise ValueError(f"the tool was called with {given!r}")
    return "sunny, 21 degrees"

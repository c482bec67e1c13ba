"""
Runs what one package does: `python run_talk.py <talk> <site as JSON>`. Prints one line of JSON: for each step that failed,
why.
"""

import importlib
import json
import re
import sys

talk, site = importlib.import_module(sys.argv[1]), json.loads(sys.argv[2])
failures = {}
for name, run in talk.STEPS.items():
    try:
        said = run(site)
        if said != "one two three":
            failures[name] = f"answered {said!r}"
    except Exception as error:
        failures[name] = re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")[:300]
print("\n" + json.dumps(failures))

"""Chat models by name: who offers them, with which settings, and what is said where one is missing.

- naming: `openai:NAME` and its like, read; spec: a model with its settings; making: the model itself.
- providers: those that NormQuest knows; offered: those that other packages offer (group `normquest.models`).
- fake: models that read their answers from a script and cost nothing.

A package offers models with an entry point in the group `normquest.models`. Its name is what stands before
the colon, and it points to a function `make(name, **settings)` that gives a LangChain chat model; `settings`
holds those of temperature, top_p, max_tokens (tokens in a reply), seed, base_url, timeout (seconds) that
were set, and every `--model-arg`. The client must not try a failed call again by itself.
"""

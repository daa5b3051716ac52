"""A chat model as a newcomer: what it is sent, how its reply is read, and what is done when a call fails.

- messages: the conversation, made anew from the records of the episode for every call; prompts: its wording;
  vocabulary: the words of a statement, the same that people choose from.
- reading_acts, reading_statements, reading_answers: tolerant, but they never guess.
- faults: what can go wrong with a call; replies: what comes back from one that went well.
- streaming: a reply heard piece by piece, for whoever watches.
- calling: one caller a run and model, with retries, limits of time, a limiter and an account of what is used.
- newcomer: `ChatNewcomer`, who decides; plain: one from any LangChain chat model, without a run.
"""

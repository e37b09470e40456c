"""What is said to models, and how they are asked."""

from linewise.models._address import shown_address
from linewise.models._watch import Timeouts
from linewise.models.at_once import ask_at_once
from linewise.models.budget import Budget
from linewise.models.choosing import ModelLike, as_model, calls_at_once, configured_model
from linewise.models.conversation import Answer, ask
from linewise.models.counting import Bill, bill, count_messages, count_prompt
from linewise.models.embeddings import Embeddings
from linewise.models.function import Function, Replying
from linewise.models.minilm import MiniLM
from linewise.models.openai_compatible import OpenAICompatible
from linewise.models.pasted import Pasted
from linewise.models.prompting import LANGUAGES, fenced, fill
from linewise.models.protocol import Message, Model, Progress, Reply, Usage
from linewise.models.recorded import Recorded
from linewise.models.vectors import KeptVectors

__all__ = [
    "LANGUAGES",
    "Answer",
    "Bill",
    "Budget",
    "Embeddings",
    "Function",
    "KeptVectors",
    "Message",
    "MiniLM",
    "Model",
    "ModelLike",
    "OpenAICompatible",
    "Pasted",
    "Progress",
    "Recorded",
    "Reply",
    "Replying",
    "Timeouts",
    "Usage",
    "as_model",
    "ask",
    "ask_at_once",
    "bill",
    "calls_at_once",
    "configured_model",
    "count_messages",
    "count_prompt",
    "fenced",
    "fill",
    "shown_address",
]

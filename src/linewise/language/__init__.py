"""What can be said of a text without a model: its language, sentences, words, and topic turns."""

from linewise.language._profiles import language_code, spaced_languages
from linewise.language.detection import (
    LANGUAGES,
    detect_language,
    language_of,
    stated_language,
)
from linewise.language.sentences import Sentence, sentence_ends, sentences
from linewise.language.topics import TopicTurn, segment_vectors, segment_words, topic_turns
from linewise.language.words import content_terms, fold, function_words, terms

__all__ = [
    "LANGUAGES",
    "Sentence",
    "TopicTurn",
    "content_terms",
    "detect_language",
    "fold",
    "function_words",
    "language_code",
    "language_of",
    "segment_vectors",
    "segment_words",
    "sentence_ends",
    "sentences",
    "spaced_languages",
    "stated_language",
    "terms",
    "topic_turns",
]

"""What can be said of a text without a model: its language, sentences, words, and topic turns."""

from linewise.language.detection import LANGUAGES, detect_language
from linewise.language.sentences import Sentence, sentence_ends, sentences
from linewise.language.topics import TopicTurn, segment_vectors, segment_words, topic_turns
from linewise.language.words import content_terms, fold, terms

__all__ = [
    "LANGUAGES",
    "Sentence",
    "TopicTurn",
    "content_terms",
    "detect_language",
    "fold",
    "segment_vectors",
    "segment_words",
    "sentence_ends",
    "sentences",
    "terms",
    "topic_turns",
]

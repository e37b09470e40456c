"""What can be said of a text without a model: its language, its sentences, where topics turn."""

from linewise.language.detection import LANGUAGES, detect_language
from linewise.language.sentences import Sentence, sentence_ends, sentences

__all__ = ["LANGUAGES", "Sentence", "detect_language", "sentence_ends", "sentences"]

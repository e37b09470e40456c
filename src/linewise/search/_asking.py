"""Words with which people ask, rather than what they ask about, by language.

Written down from how questions are put, not from any set of them. A word that is as often the
matter itself (state, report, example) is left out.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from linewise.language.words import terms

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["asking_terms"]

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "de": """
            absatz abschnitt angeben artikel aufzählen autor autorin beschreibe beschreiben
            beschreibt beschreibung beschrieben bitte darlegen definieren definiert diskutieren
            diskutiert dokument erkläre erklären erklärt erklärung erläutern erläutert erwähnen
            erwähnt genannt genau identifizieren laut nenne nennen nennt schildern skizzieren text
            textstelle verfasser zusammenfassen zusammenfassung
            """,
        "en": """
            according article author briefly cite clarify define describe description detail
            discuss discussion document elaborate exactly explain explanation identify mention
            outline paragraph passage please refer specific specifically specify summarise summarize
            summary tell text
            """,
        "es": """
            aclarar artículo autor autora brevemente citar define definir describe describir
            descripción detallar detalle discusión discutir documento específicamente especificar
            específico exactamente explica explicación explicar identifica identificar menciona
            mencionar pasaje párrafo resume resumen resumir según texto
            """,
        "fr": """
            article auteur auteure brièvement citer clarifier décrire décrit décrivez définir
            définition détail détailler discuter discussion document évoquer exactement explication
            expliquer identifier mention mentionner paragraphe passage précis précisément préciser
            résumé résumer selon texte veuillez
            """,
        "it": """
            articolo autore autrice brano brevemente chiarire citare definire descrivere descrivi
            descrizione dettaglio discussione discutere documento esattamente identificare
            menzionare menzione paragrafo passaggio riassumere riassunto specificamente specificare
            specifico spiega spiegare spiegazione testo
            """,
        "nl": """
            alinea artikel auteur beschreven beschrijf beschrijven beschrijving bespreken besproken
            definieer definiëren document genoemd kort noem noemen noemt passage precies samenvatten
            samenvatting specifiek tekst toelichten uitleg uitleggen vermeld vermelden volgens
            """,
        "pt": """
            artigo autor autora brevemente citar definir descrever descreve descrição detalhe
            discussão discutir documento esclarecer especificamente especificar específico
            exatamente explica explicação explicar identificar menciona mencionar parágrafo passagem
            resumir resumo texto trecho
            """,
    }
)


@cache
def asking_terms(language: str | None) -> frozenset[str]:
    """Return the words with which people ask in a language, folded and stemmed."""
    return frozenset(terms(_WORDS.get(language or "", ""), language))

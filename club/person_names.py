"""Names of people: comparing them, refusing links and sentences in their place, and usual given names.

A name goes into letters and onto public pages: with a link or a sentence in it, anybody could publish an
advertisement or a fraud in the club's name.
"""

import re
import unicodedata
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

#: The characters of names besides letters and their marks: spaces, apostrophes, hyphens, dots, the Catalan
#: and the Japanese middle dot, and the invisible joiners of Persian and Indian names.
BESIDES = frozenset(" '’‘`´ʼʻ-‐‑–.·・\u200c\u200d")
JOINERS = dict.fromkeys(map(ord, "\u200c\u200d\u00ad\u2060\ufeff\u200b"))
#: Titles with a dot inside.
TITLES = frozenset({"dott.ssa", "dr.ssa", "prof.ssa", "sig.ra", "sig.na", "avv.ta", "m.llo"})
#: Titles that people write without a space before the name, besides those of three letters.
CUT_TITLES = frozenset({"arch", "comm", "dott", "geom", "prof"})
#: Words of names that many people write in lower case.
PARTICLE = re.compile(
    r"a|af|al|ap|av|ben|bin|bint|das?|dall[ae]|dal|de[glnrs]?|degli|dei|dell[aeo]|di|do|dos|du|d|e|el|het|i|ibn|"
    r"la|las|le|los?|of|san|st|te?|ten|ter|van|vo[mn]|y|zum?|zur"
)
#: The most words of a first or last name, without particles, and the longest abbreviation.
MOST_WORDS, LONGEST_ABBREVIATION = 7, 5
LINK = re.compile(r"https?\b|http|://|www\.|@", re.IGNORECASE)
INNER_DOT = re.compile(r"(?<=\.)(?=[^\W\d_])")


def tidy(name: str) -> str:
    """The name composed (NFC), with single spaces, and with one after the dot of an abbreviation.

    Mail programs make a link of any two words with a dot between them.
    """
    words = unicodedata.normalize("NFC", name).split()
    return " ".join(word if word.lower() in TITLES else INNER_DOT.sub(" ", word) for word in words)


def problem(name: str) -> str:
    """A sentence that says why this is no first or last name; empty for a name."""
    if carries_link(name):
        return link_sentence()
    name = tidy(name)
    has_letter = any(character.isalpha() for character in name)
    if not has_letter or not all(each in BESIDES or unicodedata.category(each)[0] in "LM" for each in name):
        return _("In un nome ci sono lettere, spazi, apostrofi e trattini: riscrivilo.")
    if _is_sentence(name.split()):
        return _("Qui va soltanto un nome, non una frase: riscrivilo.")
    return ""


def link_sentence() -> str:
    """The refusal of a name with a link."""
    return _("In un nome non ci sono indirizzi né collegamenti: scrivi soltanto il nome.")


def carries_link(text: str) -> bool:
    """Whether a mail program could show a part of the text as a link: an address, or a name of the web."""
    plain = unicodedata.normalize("NFKC", text).translate(JOINERS)
    return bool(LINK.search(plain)) or any(_is_domain(word) for word in plain.split())


def _is_domain(word: str) -> bool:
    """Whether a dot joins two words, other than in an abbreviation such as "M.Rossi" or "St.John"."""
    if re.search(r"[.。．｡]\w+/\w", word):
        return True  # an address with a path, such as "t.me/premio"
    labels = re.split(r"[.。．｡]", word.strip(".,;:!?…()«»\"'’/"))
    return word.lower() not in TITLES and any(
        not _is_abbreviation(before, after) for before, after in pairwise(labels)
    )


def _is_abbreviation(before: str, after: str) -> bool:
    """Whether the dot between these stands after an initial or an abbreviation, before a name."""
    if not before[:1].isalpha() or not after[:1].isalpha():
        return after[:1] in ("", "-")  # a dot at the end, or "J.-P."
    if len(before) == 1:
        return len(after) == 1 or len(after) > 3 or not after.islower()
    is_cut = len(before) <= 3 or before.lower() in CUT_TITLES
    return is_cut and len(after) > 3 and before[0].isupper() and after[0].isupper()


def _is_sentence(words: list[str]) -> bool:
    """Whether these are too many words for a name, too many in lower case, or one of them ends a sentence."""
    own = [word for word in words if not PARTICLE.fullmatch(re.split("['’]", word.lower())[0])]
    small = sum(word[0].islower() for word in own)
    ends = (word for word in words[:-1] if word.endswith(".") and word.lower() not in TITLES)
    return (
        len(own) > MOST_WORDS
        or small >= (4 if words[0][0].islower() else 3)
        or any(len(word) - 1 > LONGEST_ABBREVIATION for word in ends)
    )


APOSTROPHES = str.maketrans("", "", "'’`")


def plain(name: str) -> str:
    """`name` in lower case, without accents and apostrophes, with single spaces: "D'Angelò" becomes
    "dangelo".
    """
    letters = unicodedata.normalize("NFKD", name).casefold().translate(APOSTROPHES)
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def search_key(name: str) -> str:
    """The plain name, followed by each part after an apostrophe, so that "angelo" finds D'Angelo too."""
    tails = (re.split("['’`]", word)[-1] for word in name.split() if re.search("['’`]", word))
    return plain(" ".join((name, *tails)))[:130]


def name_key(full_name: str) -> str:
    """The plain words of a name in alphabetical order: "Rossi Mario" and "MÀRIO rossi" have the same key."""
    return " ".join(sorted(plain(full_name).split()))


# Usual Italian given names, which distinguish a first name from a surname.
#
# Compiled by hand for this program, from no other list: names usual in Italy among people born since 1930,
# with their short forms, and some from other languages. Several are surnames too (Leone, Vitale, Romano),
# so one word is never enough: a reader looks at the other words of the name as well.

WRITTEN: Final = """
    Abramo Achille Ada Adalgisa Adam Adamo Adelaide Adele Adelina Adelmo Adolfo Adrian Adriana Adriano Agata
    Agnese Agostina Agostino Ahmed Aida Alba Alberta Alberto Alda Aldo Alessandra Alessandro Alessia Alessio
    Alex Alfio Alfonsina Alfonso Alfreda Alfredo Alice Alida Alina Allegra Amalia Amanda Ambra Ambrogio
    Amedea Amedeo Amelia Amerigo Amina Amir Anacleto Anastasia Andrea Andreas Andrei Andreina Angela
    Angelica Angelina Angelo Angiola Angiolina Angiolino Anita Anna Annabella Annalisa Annamaria Annarita
    Annetta Annibale Annunziata Anselmo Anton Antonella Antonello Antonia Antonietta Antonina Antonino
    Antonio Apollonia Arianna Aristide Armanda Armando Armida Arnaldo Aroldo Arrigo Artemio Artemisia Arturo
    Asia Assunta Attilia Attilio Augusta Augusto Aurelia Aurelio Aurora Azzurra Baldassarre Barbara
    Bartolomeo Basilio Battista Beatrice Benedetta Benedetto Beniamino Benito Berenice Bernarda Bernardino
    Bernardo Berta Biagio Bianca Bice Bonaria Bonifacio Brando Brenno Brigida Brigitta Bruna Brunella
    Brunello Bruno Caio Calogero Camilla Camillo Candida Candido Carla Carletto Carlo Carlos Carlotta
    Carmela Carmelo Carmen Carmine Carolina Caterina Catia Cecilia Cecilio Celeste Celestina Celestino
    Cesare Cesarina Cesarino Cesira Charles Chiara Christian Cinzia Cipriano Ciro Claire Clara Claretta
    Clarissa Claude Claudia Claudio Clelia Clemente Clementina Clotilde Concetta Consuelo Cora Corinna
    Corrada Corradino Corrado Cosetta Cosima Cosimo Costantino Costanza Costanzo Cristian Cristiana
    Cristiano Cristina Cristoforo Dafne Dalia Dalila Damiana Damiano Daniel Daniela Daniele Danila Danilo
    Dante Daria Dario David Davide Debora Deborah Delfina Delia Demetrio Denis Denise Desideria Desiderio
    Desiree Diana Diego Dina Dino Dionigi Domenica Domenico Donata Donatella Donato Dora Doriana Doriano
    Dorina Dorotea Dragan Duilio Ebe Edda Edera Edgardo Edi Edith Edmea Edmondo Edoardo Edvige Efisio Egidia
    Egidio Egle Elda Elena Eleonora Elettra Elga Elia Eliana Eliano Eligio Elio Elisa Elisabetta Eliseo Ella
    Elsa Elvio Elvira Emanuela Emanuele Emilia Emiliana Emiliano Emilio Emma Enea Enrica Enrichetta Enrico
    Enza Enzo Ercole Eric Erica Erik Erika Ermanno Ermelinda Erminia Erminio Ernesta Ernestina Ernesto Eros
    Ersilia Ester Ettore Eugenia Eugenio Eva Evaristo Evelina Ezio Fabia Fabiana Fabiano Fabio Fabiola
    Fabrizia Fabrizio Fatima Fausta Faustina Faustino Fausto Federica Federico Fedora Felice Felicia
    Ferdinanda Ferdinando Fermo Fernanda Fernando Ferruccio Fiamma Fiammetta Filiberto Filippa Filippo
    Filomena Fiora Fiorella Fiorello Fiorenza Fiorenzo Fiorina Fiorino Flaminia Flavia Flavio Flora Floriana
    Floriano Florin Fortunata Fortunato Fosca Franca Francesca Francesco Franco Francois Fulvia Fulvio Furio
    Gabriele Gabriella Gaetana Gaetano Gaia Galeazzo Gaspare Gastone Gavino Gemma Genesio Gennaro George
    Gerardo Geremia Germana Germano Gerolamo Gessica Ghino Giacinta Giacinto Giacoma Giacomina Giacomino
    Giacomo Giada Giambattista Giampaolo Giampiero Giampietro Giancarla Giancarlo Gianfilippo Gianfranca
    Gianfranco Gianluca Gianluigi Gianmarco Gianmaria Gianna Gianni Giannina Giannino Gianpaolo Gianpiero
    Gigi Gigliola Gilberto Gilda Gina Ginevra Gino Gioacchino Gioele Gioia Gionata Giordana Giordano Giorgia
    Giorgina Giorgio Giosuè Giovanna Giovanni Giovannina Giovannino Girolamo Gisberto Gisella Giuditta
    Giulia Giuliana Giuliano Giulietta Giulio Giuseppa Giuseppe Giuseppina Giustina Giustino Glauco Gloria
    Goffredo Grazia Graziana Graziano Graziella Gregorio Greta Gualtiero Guendalina Guerrino Guglielmina
    Guglielmo Guidalberto Guido Gustavo Hans Helena Ian Ida Ignazia Ignazio Igor Ilaria Ilario Ilda Ileana
    Ines Ingrid Innocenzo Ioana Iolanda Iole Ion Ippolita Ippolito Irene Irina Iris Irma Isa Isabella Isacco
    Isaia Isidoro Isotta Itala Italia Italo Ivan Ivana Ivano Ivo Ivonne Jack Jacopo Jan Jasmine Jean Jessica
    Joan John Jolanda Jonathan Jorge Jose Josef Joseph Juan Karim Karl Kati Katia Katiuscia Kevin Klaus
    Kristina Ladislao Lamberto Lando Lara Laura Laurent Lauretta Lauro Lavinia Lea Leandro Leda Lelio Lella
    Lello Leonarda Leonardo Leone Leonello Leonida Leonilda Leopoldo Letizia Lia Liana Libera Liberato
    Libero Licia Lidia Lilia Liliana Lina Linda Lino Lisa Lisetta Livia Liviana Livino Livio Lodovica
    Lodovico Loredana Lorella Lorenza Lorenzo Loretta Loriana Loriano Loris Louis Luana Luca Lucas Lucia
    Luciana Luciano Lucilla Lucio Lucrezia Ludovica Ludovico Luigi Luigia Luigina Luigino Luis Luisa
    Luisella Luna Lydia Maddalena Mafalda Maicol Manfredi Manila Manlio Manola Manolo Manuel Manuela Mara
    Marc Marcella Marcello Marco Marek Margaret Margherita Maria Marialuisa Mariangela Marianna Mariano
    Mariapia Maricla Marie Mariella Marietta Marilena Marilisa Marina Marino Mario Mariolina Marisa
    Maristella Marius Mark Marlena Marta Martin Martina Martino Mary Marzia Marzio Massima Massimiliano
    Massimo Matilde Matteo Mattia Maura Maurilio Maurizia Maurizio Mauro Medardo Melania Melissa Mercedes
    Michael Michela Michelangelo Michele Michelina Micol Miguel Mihaela Mihai Mila Milena Milo Milvia Mina
    Mino Mira Miranda Mirco Mirella Miriam Mirko Mirna Mirta Mohamed Moira Monica Monique Morena Moreno
    Morgana Moris Nada Nadia Nadine Nando Naomi Napoleone Natale Natalia Natalina Natalino Natascia
    Nazzareno Neda Nedda Nella Nello Nerina Nerino Nero Nevio Niccolò Nico Nicodemo Nicola Nicolas Nicole
    Nicoletta Nicolina Nicolino Nicolò Nikola Nilde Nilo Nina Nino Nives Noemi Nora Norberto Norma Novella
    Novello Noè Nunzia Nunzio Oddone Odetta Odoardo Ofelia Oksana Olena Olga Olimpia Olinda Olindo Olivia
    Oliviero Omar Ombretta Omero Onofrio Onorina Orazio Oreste Oriana Oriano Orietta Orlanda Orlando Ornella
    Orsola Orsolina Oscar Osvalda Osvaldo Otello Ottavia Ottaviano Ottavio Ottone Pablo Palma Palmira
    Palmiro Pamela Paola Paolina Paolino Paolo Paride Pasqua Pasquale Pasqualina Pasqualino Patrick Patrizia
    Patrizio Paul Paula Pedro Pericle Perla Peter Petra Philippe Pia Piera Pierangelo Pierfrancesco
    Piergiorgio Pierina Pierino Pierluigi Piermaria Piero Pierpaolo Pierre Pietro Pina Pino Pinuccia Pio
    Pippo Placido Pompeo Porzia Primo Prisca Prospero Quinta Quintino Quinto Quirino Rachele Radu Raffaela
    Raffaele Raffaella Raffaello Raimonda Raimondo Raissa Ramona Raniero Raoul Raul Rebecca Regina Remigio
    Remo Renata Renato Renza Renzo Riccarda Riccardo Richard Rina Rino Rita Robert Roberta Roberto Rocco
    Rodolfo Rolanda Rolando Romana Romano Romeo Romilda Romina Romolo Rosa Rosalba Rosalia Rosalinda
    Rosangela Rosanna Rosaria Rosario Rosella Rosetta Rosina Rosita Rosolino Rossana Rossano Rossella Ruben
    Rubina Rufino Ruggero Ruggiero Ruth Sabatino Sabina Sabino Sabrina Salvatore Salvatrice Salvo Samanta
    Samantha Samuel Samuela Samuele Sandra Sandrina Sandrino Sandro Sante Santina Santino Santo Sara Sarah
    Saverio Savina Savino Scilla Sean Sebastiana Sebastiano Secondo Selene Selvaggia Serafina Serafino
    Serena Sergio Settimio Severina Severino Severo Sharon Sibilla Silvana Silvano Silvestro Silvia Silvio
    Simon Simona Simone Simonetta Sira Siria Siro Sofia Sofie Sonia Sonja Spartaco Stefan Stefania Stefano
    Stella Susanna Susy Sven Sveva Sylvia Tamara Tancredi Tania Tarcisio Tatiana Tea Tecla Telemaco Teo
    Teodora Teodoro Teofilo Terenzio Teresa Teresina Teresio Thomas Tiberio Tina Tino Tito Tiziana Tiziano
    Tobia Tom Tommaso Tonia Tonino Torquato Tosca Tranquillo Tristano Tullia Tullio Ubaldo Uberto Ugo Ulisse
    Umberta Umberto Urbano Ursula Valentina Valentino Valeria Valeriano Valerio Valter Vanda Vanessa Vania
    Vanna Vanni Vasco Vasile Velia Vera Verdiana Veronica Vesna Victor Viktor Vilma Vincenza Vincenzina
    Vincenzo Viola Violante Violetta Virgilio Virginia Virginio Vitale Vito Vittoria Vittoriano Vittorina
    Vittorino Vittorio Viviana Viviano Vlad Vladimiro Walter Wanda William Wilma Xenia Yari Ylenia Yuri
    Yusuf Zaira Zelda Zelinda Zeno Zita Zoe Zoran
"""
GIVEN_NAMES: Final = frozenset(map(plain, WRITTEN.split()))


def is_given_name(word: str) -> bool:
    """Whether the word is a usual given name, whatever its case and accents."""
    return plain(word) in GIVEN_NAMES

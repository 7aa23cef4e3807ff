"""The words of the games and of the evening, as the glossary explains them to players."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Term:
    """A word; `key` is its anchor on the page, and its name in the template tag `term`."""

    key: str
    word: str | Promise
    meaning: str | Promise


TERMS = (
    Term(
        "accuso",
        _("accuso"),
        _("Una combinazione mostrata in mano alla prima presa: i suoi punti si aggiungono alla smazzata."),
    ),
    Term("a-tavolino", _("a tavolino"), _("Una partita data a una coppia senza giocarla.")),
    Term(
        "andare-su",
        _("andare su"),
        _("A Terziglio, prendere il pozzo e giocare da soli contro gli altri due."),
    ),
    Term(
        "arbitro",
        _("arbitro"),
        _("Chi decide sulle irregolarità e può scrivere o correggere ogni risultato."),
    ),
    Term("begato", _("Bégato"), _("Il più piccolo dei trionfi; è un tarocco e un contatore.")),
    Term("busso", _("busso"), _("Detto da chi gioca per primo: il compagno metta la sua carta migliore.")),
    Term("calzettini", _("fino ai calzettini"), _("La grande intera, dall'Angelo al Bégato.")),
    Term("cappotto", _("cappotto"), _("Quando una parte non fa nessuna presa: l'altra conta 939 punti.")),
    Term("carte-lunghe", _("carte lunghe"), _("Il mazzo bolognese di 62 carte.")),
    Term(
        "chiamarsi-fuori",
        _("chiamarsi fuori"),
        _("Vincere la partita mostrando accusi che bastano per il traguardo, senza giocare."),
    ),
    Term(
        "classifica-avulsa",
        _("classifica avulsa"),
        _("Le sole partite fra tre o più coppie pari, per metterle in ordine."),
    ),
    Term(
        "contatori",
        _("contatori"),
        _("Bégato e Matto: allungano ogni sequenza e stanno al posto di carte che mancano."),
    ),
    Term("cricca", _("cricca"), _("Tre o quattro carte uguali: tarocchi, re, regine, cavalli o fanti.")),
    Term("criccone", _("criccone"), _("Tre o più cricche della stessa parte: i loro punti si raddoppiano.")),
    Term("danese", _("movimento danese"), _("A ogni turno si incontrano le coppie vicine in classifica.")),
    Term("differenza", _("differenza punti"), _("I punti fatti meno quelli degli avversari.")),
    Term(
        "faccio-di-mio",
        _("faccio di mio"),
        _("A Terziglio, giocare da soli senza prendere il pozzo: tutto vale doppio."),
    ),
    Term(
        "foglio-di-gara",
        _("foglio di gara"),
        _("Il documento ufficiale di una partita, con la firma delle due parti."),
    ),
    Term("girone", _("girone all'italiana"), _("Ogni coppia incontra tutte le altre.")),
    Term(
        "grande",
        _("grande"),
        _("La sequenza dei trionfi alti: Angelo, Mondo, Sole, Luna, poi dal 16 in giù."),
    ),
    Term("linea", _("linea"), _("I due posti di un tavolo che giocano insieme: N-S o E-O.")),
    Term(
        "matto",
        _("Matto"),
        _("Il trionfo che non prende mai e che resta a chi lo ha avuto; è un tarocco e un contatore."),
    ),
    Term(
        "mazziere",
        _("mazziere"),
        _("Chi dà le carte e scarta; a ogni smazzata tocca a chi gli siede a destra."),
    ),
    Term(
        "mitchell",
        _("Mitchell"),
        _("Un movimento in cui una linea resta seduta e l'altra cambia tavolo a ogni turno."),
    ),
    Term("mori", _("Mori"), _("I quattro trionfi sotto il 5, pari fra loro: vince l'ultimo giocato.")),
    Term("palo", _("palo"), _("I trionfi, o uno dei quattro semi.")),
    Term("partita", _("partita"), _("Le smazzate che due parti giocano a un tavolo in un turno.")),
    Term("poste", _("poste"), _("I punti di Terziglio, arrotondati a decine, che chi perde paga.")),
    Term("pozzo", _("pozzo"), _("Le carte che restano coperte sul tavolo dopo la distribuzione.")),
    Term("presa", _("presa"), _("Le carte giocate una volta da tutti, e vinte da uno.")),
    Term("riposo", _("riposo"), _("Un turno senza tavolo, quando le coppie sono dispari.")),
    Term("rosse", _("rosse"), _("Sole e Luna.")),
    Term(
        "scartata", _("scartata"), _("Le due carte che il mazziere mette da parte: mai un re o un tarocco.")
    ),
    Term(
        "scartini",
        _("scartini"),
        _("Le carte senza figura; il «conto degli scartini» somma il valore di ogni carta e dà sempre 87."),
    ),
    Term(
        "scavezzo",
        _("scavezzo"),
        _("Il punto in cui la grande si rompe, perché manca un numero e nessun contatore può sostituirlo."),
    ),
    Term(
        "semi-corti",
        _("semi corti e lunghi"),
        _("Corti danari e coppe, lunghi spade e bastoni: cambia l'ordine delle carte basse."),
    ),
    Term(
        "sequenza",
        _("sequenza"),
        _("Tre o più carte che valgono insieme; chi ne ha tre o più «fa sequenza», cioè le raddoppia."),
    ),
    Term("smazzata", _("smazzata"), _("Una distribuzione di carte, giocata e contata.")),
    Term("striscio", _("striscio"), _("Detto da chi gioca per primo: ho altre carte di questo palo.")),
    Term("svizzero", _("svizzero"), _("A ogni turno si incontrano coppie con gli stessi punti.")),
    Term("tallone", _("tallone"), _("Le carte prese da una parte, lo scarto compreso.")),
    Term("tarocchi", _("tarocchi"), _("Angelo, Mondo, Bégato e Matto.")),
    Term("trionfi", _("trionfi"), _("Le 22 carte che battono i quattro semi.")),
    Term("turno", _("turno"), _("Tutti i tavoli che giocano nello stesso tempo.")),
    Term(
        "in-terza",
        _("va in terza"),
        _("Si dice del contatore che sta al posto della terza carta di una sequenza."),
    ),
    Term("volo", _("volo"), _("Detto da chi gioca per primo: era la mia ultima di questo palo.")),
)

WORDS = {term.key: term.word for term in TERMS}

"""Usual Italian given names, by which a name and a surname are told apart.

Compiled by hand for this program, from no other list: names usual in Italy among people born since 1930, with
their short forms, and some from other languages. Several are surnames too (Leone, Vitale, Romano), so one
word is never enough: a reader looks at the other words of the name as well.
"""

from typing import Final

from club.person_names import plain

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

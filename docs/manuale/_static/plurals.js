// Sphinx makes the plural's rule by evaluating a text, which the policy of the program's pages forbids. Both
// languages have the same rule.
/* global Documentation */
Documentation.addTranslations = (catalog) => {
  Object.assign(Documentation.TRANSLATIONS, catalog.messages);
  Documentation.PLURAL_EXPR = (n) => (n === 1 ? 0 : 1);
  Documentation.LOCALE = catalog.locale;
};

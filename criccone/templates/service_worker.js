{% load static %}self.VERSION = "{{ version }}";
self.STATIC = "{{ static_url }}";
self.ICON = "{% static 'img/icon-192.png' %}";
importScripts("{% static 'js/worker.js' %}");

{% load static %}self.VERSION = "{{ version }}";
self.STATIC = "{{ static_url }}";
importScripts("{% static 'js/worker.js' %}");

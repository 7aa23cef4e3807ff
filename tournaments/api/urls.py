from django.urls import URLPattern

app_name = "v1"
urlpatterns: list[URLPattern] = []

from django.urls import URLPattern, URLResolver

app_name = "embedded"
urlpatterns: list[URLPattern | URLResolver] = []

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = "Lobby"

    def ready(self) -> None:
        from lobby import visitors
        from races import tokens

        tokens.bars.append(visitors.why_barred)
